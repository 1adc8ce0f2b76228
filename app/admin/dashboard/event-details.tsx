import { formatAdminDate } from '#app/admin/ui/dates.ts';
import type { SecurityEvent } from '#shared/security-events/admin-schema.ts';
import { StatusBadge } from './badges.tsx';
import { COLUMN_MESSAGES } from './rules/messages.ts';
import { EVENT_MEANINGS, EVENT_MESSAGES as messages } from './messages.ts';

const HEADING = 'font-sans text-sm font-semibold tracking-normal';

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export function EventDetails({ event }: { event: SecurityEvent }) {
  const { eventType, reasons, samples } = event;
  return (
    <div className="grid gap-x-8 gap-y-4 py-2 lg:grid-cols-2">
      <div className="grid content-start gap-2">
        {EVENT_MEANINGS[eventType] && <p className="text-ink-muted">{EVENT_MEANINGS[eventType]}</p>}
        <h3 className={HEADING}>{COLUMN_MESSAGES.reasons}</h3>
        {reasons.length > 0 ? (
          <ul className="grid list-disc gap-1 ps-5">
            {reasons.map((reason) => (
              <li key={reason} className="wrap-anywhere">
                {reason}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-muted">{messages.noReason}</p>
        )}
      </div>
      <div className="grid content-start gap-2">
        <h3 className={HEADING}>{messages.samples}</h3>
        {samples.length > 0 ? (
          <table className="[&_td]:h-8 [&_td]:ps-0 [&_th]:static [&_th]:h-8 [&_th]:bg-transparent [&_th]:ps-0">
            <caption className="sr-only">
              {messages.samplesOf(event.ipAddress, formatAdminDate(event.createdAt))}
            </caption>
            <thead>
              <tr>
                <th scope="col">{COLUMN_MESSAGES.time}</th>
                <th scope="col">{messages.request}</th>
                <th scope="col" data-end>
                  {COLUMN_MESSAGES.status}
                </th>
              </tr>
            </thead>
            <tbody>
              {samples.map(({ at, method, path, status }, index) => (
                <tr key={index}>
                  <td className="align-top">
                    <time dateTime={at}>{clock.format(new Date(at))}</time>
                  </td>
                  <td className="align-top wrap-anywhere">{`${method} ${path}`}</td>
                  <td data-end className="align-top">
                    <StatusBadge status={status} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p className="text-ink-muted">{messages.noSample}</p>
        )}
      </div>
    </div>
  );
}
