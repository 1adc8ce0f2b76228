import { Flag } from 'lucide-react';
import { ListView, Table } from '#app/admin/layout/list.tsx';
import { DateText, TimeText } from '#app/admin/layout/time.tsx';
import type { Resource } from '#app/admin/lib/use-resource.ts';
import type { SecurityEvent } from '#shared/security-events.ts';
import { ThreatBadge } from './threat-badge.tsx';

const COLUMNS = [
  { key: 'time', label: 'Time' },
  { key: 'event', label: 'Event' },
  { key: 'address', label: 'IP address' },
  { key: 'score', label: 'Threat score' },
  { key: 'reasons', label: 'Reasons' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

type Props = {
  events: Resource<{ items: SecurityEvent[] }>;
  onFlag: (event: SecurityEvent) => Promise<void>;
};

export function SecurityEvents({ events, onFlag }: Props) {
  const items = events.data?.items;
  return (
    <ListView
      items={items}
      isLoading={events.isLoading}
      error={null}
      loadingText="Loading security events..."
      emptyText="No security events"
      isFiltered={false}
      onClearFilters={() => {}}
      onRetry={() => void events.reload()}
    >
      <Table label="Security events" columns={COLUMNS}>
        {items?.map((event) => (
          <tr key={event.id}>
            <td>
              <DateText iso={event.createdAt} /> <TimeText iso={event.createdAt} />
            </td>
            <th scope="row">{event.eventType}</th>
            <td className="tabular-nums">{event.ipAddress}</td>
            <td>
              <ThreatBadge score={event.threatScore} />
            </td>
            <td className="max-w-96 min-w-48 wrap-anywhere">
              {event.reasons.length > 0 ? event.reasons.join('; ') : 'None given'}
            </td>
            <td data-end>
              <button
                type="button"
                onClick={() => void onFlag(event)}
                className="admin-button admin-button-secondary"
              >
                <Flag aria-hidden className="size-4" />
                Flag<span className="sr-only"> {event.ipAddress}</span>
              </button>
            </td>
          </tr>
        ))}
      </Table>
    </ListView>
  );
}
