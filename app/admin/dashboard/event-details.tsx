import { Badge } from '#app/admin/ui/badge.tsx';
import { formatAdminDate } from '#app/admin/ui/dates.ts';
import type { SecurityEvent } from '#shared/security-events/admin-schema.ts';
import { EVENT_LABELS } from './event-labels.ts';
import { toneOfStatus } from './status-tone.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Why the guard wrote an event, and what the address had asked for just before. */
export function EventDetails({ event }: { event: SecurityEvent }) {
  const { eventType, reasons, samples } = event;
  return (
    <div className="grid gap-x-8 gap-y-4 py-2 lg:grid-cols-2">
      <div className="grid content-start gap-2">
        {EVENT_LABELS[eventType] && <p className="text-ink-muted">{EVENT_LABELS[eventType]}</p>}
        <h3 className="font-sans text-sm font-semibold tracking-normal">Reasons</h3>
        {reasons.length > 0 ? (
          <ul className="grid list-disc gap-1 ps-5">
            {reasons.map((reason) => (
              <li key={reason} className="wrap-anywhere">
                {reason}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-muted">None given</p>
        )}
      </div>
      <div className="grid content-start gap-2">
        <h3 className="font-sans text-sm font-semibold tracking-normal">Sample requests</h3>
        {samples.length > 0 ? (
          <table className="[&_td]:h-8 [&_td]:ps-0 [&_th]:static [&_th]:h-8 [&_th]:bg-transparent [&_th]:ps-0">
            <caption className="sr-only">
              Sample requests of {event.ipAddress}, {formatAdminDate(event.createdAt)}
            </caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Request</th>
                <th scope="col" data-end>
                  Status
                </th>
              </tr>
            </thead>
            <tbody>
              {samples.map(({ at, method, path, status }, index) => (
                <tr key={index}>
                  <td className="align-top tabular-nums">
                    <time dateTime={at}>{clock.format(new Date(at))}</time>
                  </td>
                  <td className="align-top wrap-anywhere">
                    {method} {path}
                  </td>
                  <td data-end className="align-top">
                    <Badge tone={toneOfStatus(status)}>{status}</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p className="text-ink-muted">None kept</p>
        )}
      </div>
    </div>
  );
}
