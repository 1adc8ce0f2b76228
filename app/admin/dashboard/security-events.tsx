import { ChevronDown, ChevronRight, Flag } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Button, ButtonLink, IconButton } from '#app/admin/ui/button.tsx';
import { FilterSelect, ListView, Table, Toolbar } from '#app/admin/ui/list.tsx';
import { DateText, RelativeTime, TimeText } from '#app/admin/ui/time.tsx';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import {
  ADMIN_EVENT_TYPES,
  COMMAND_LINE_ADDRESS,
  needsAttention,
} from '#shared/security-events/values.ts';
import type { SecurityEvent } from '#shared/security-events/admin-schema.ts';
import { EventDetails } from './event-details.tsx';
import { ATTENTION_MESSAGES, REQUEST_LIST_MESSAGES } from './messages.ts';
import { ThreatBadge } from './threat-badge.tsx';
import { requestsBehind } from './use-request-logs.ts';

const DEFAULTS = { events: 'all' };

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
  const [filter, setFilter] = useQueryState(DEFAULTS);
  const isFiltered = filter.events === 'attention';
  const items = events.data?.items.filter((event) => !isFiltered || needsAttention(event));

  function toggle(id: number): void {
    setOpenIds((open) =>
      open.has(id) ? new Set([...open].filter((it) => it !== id)) : new Set([...open, id]),
    );
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Toolbar>
        <FilterSelect
          label={ATTENTION_MESSAGES.filter}
          value={isFiltered ? filter.events : DEFAULTS.events}
          options={ATTENTION_MESSAGES.filters}
          onChange={(chosen) => setFilter({ events: chosen })}
        />
      </Toolbar>
      <ListView
        items={items}
        query={{ ...events, error: null }}
        loadingText="Loading security events..."
        emptyText="No security events"
        onClearFilters={isFiltered ? () => setFilter(DEFAULTS) : undefined}
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
                  <td>
                    {isThreat && <ThreatBadge score={event.threatScore} />}
                    {event.acknowledgedAt && (
                      <span className="block text-ink-muted">
                        {ATTENTION_MESSAGES.acknowledgedBy(event.acknowledgedByUsername)}{' '}
                        <RelativeTime iso={event.acknowledgedAt} />
                      </span>
                    )}
                  </td>
                  <td className="max-w-96 min-w-48 wrap-anywhere">
                    {event.reasons[0] ?? 'None given'}
                    {event.reasons.length > 1 && (
                      <span className="text-ink-muted"> and {event.reasons.length - 1} more</span>
                    )}
                  </td>
                  <td data-end>
                    {isThreat && (
                      <div className="inline-flex flex-wrap justify-end gap-1">
                        <ButtonLink to={requestsBehind(event)}>
                          {REQUEST_LIST_MESSAGES.ofEvent}
                          <span className="sr-only"> {ipAddress}</span>
                        </ButtonLink>
                        <Button onClick={() => void onFlag(event)} icon={Flag}>
                          Flag<span className="sr-only"> {ipAddress}</span>
                        </Button>
                      </div>
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
    </div>
  );
}
