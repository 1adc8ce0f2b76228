import { ChevronDown, ChevronRight, Flag } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { ListView, Table } from '#app/admin/ui/list.tsx';
import { DateText, TimeText } from '#app/admin/ui/time.tsx';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import { ADMIN_EVENT_TYPES, COMMAND_LINE_ADDRESS } from '#shared/security-events/values.ts';
import type { SecurityEvent } from '#shared/security-events/admin-schema.ts';
import { EventDetails } from './event-details.tsx';
import { ThreatBadge } from './threat-badge.tsx';

const COLUMNS = [
  { key: 'details', label: <span className="sr-only">Details</span> },
  { key: 'time', label: 'Time' },
  { key: 'event', label: 'Event' },
  { key: 'address', label: 'IP address' },
  { key: 'score', label: 'Threat score' },
  { key: 'reasons', label: 'Reasons' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

type Props = {
  events: ApiQuery<{ items: SecurityEvent[] }>;
  onFlag: (event: SecurityEvent) => Promise<void>;
};

export function SecurityEvents({ events, onFlag }: Props) {
  const [openIds, setOpenIds] = useState<ReadonlySet<number>>(new Set());
  const items = events.data?.items;

  function toggle(id: number): void {
    setOpenIds((open) =>
      open.has(id) ? new Set([...open].filter((it) => it !== id)) : new Set([...open, id]),
    );
  }

  return (
    <ListView
      items={items}
      query={{ ...events, error: null }}
      loadingText="Loading security events..."
      emptyText="No security events"
      emptyHint="An event is written when the threat score of an address reaches 40, and when an administrator changes what visitors see, IP rules, settings, protection or accounts."
    >
      <Table label="Security events" columns={COLUMNS} hasCards>
        {items?.map((event) => {
          const { id, eventType } = event;
          const isThreat = !ADMIN_EVENT_TYPES.includes(eventType);
          const ipAddress =
            !isThreat && event.ipAddress === COMMAND_LINE_ADDRESS
              ? 'Command line'
              : event.ipAddress;
          const isOpen = openIds.has(id);
          return (
            <Fragment key={id}>
              <tr>
                <td className="w-8 pe-0">
                  <IconButton
                    label={`Details of ${eventType}, ${ipAddress}`}
                    icon={isOpen ? ChevronDown : ChevronRight}
                    aria-expanded={isOpen}
                    aria-controls={isOpen ? `event-${id}` : undefined}
                    onClick={() => toggle(id)}
                  />
                </td>
                <td className="whitespace-nowrap">
                  <DateText iso={event.createdAt} /> <TimeText iso={event.createdAt} />
                </td>
                <th scope="row">{eventType}</th>
                <td className="max-w-48 min-w-32 tabular-nums wrap-anywhere">{ipAddress}</td>
                <td>{isThreat && <ThreatBadge score={event.threatScore} />}</td>
                <td className="max-w-96 min-w-48 wrap-anywhere">
                  {event.reasons[0] ?? 'None given'}
                  {event.reasons.length > 1 && (
                    <span className="text-ink-muted"> and {event.reasons.length - 1} more</span>
                  )}
                </td>
                <td data-end>
                  {isThreat && (
                    <Button onClick={() => void onFlag(event)} icon={Flag}>
                      Flag<span className="sr-only"> {ipAddress}</span>
                    </Button>
                  )}
                </td>
              </tr>
              {isOpen && (
                <tr id={`event-${id}`}>
                  <td colSpan={COLUMNS.length} className="bg-surface-sunken ps-11">
                    <div className="sticky start-11 max-w-[calc(100vw-6.5rem)] md:max-w-[calc(100vw-23rem)]">
                      <EventDetails event={event} />
                    </div>
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </Table>
    </ListView>
  );
}
