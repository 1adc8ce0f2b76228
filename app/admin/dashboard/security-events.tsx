import { ChevronDown, ChevronRight, Flag } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink, IconButton } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { FilterSelect, Toolbar } from '#app/admin/ui/list.tsx';
import { Moment, RelativeTime } from '#app/admin/ui/time.tsx';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import {
  ADMIN_EVENT_TYPES,
  COMMAND_LINE_ADDRESS,
  formatEventType,
  needsAttention,
} from '#shared/security-events/values.ts';
import type { SecurityEvent } from '#shared/security-events/admin-schema.ts';
import { ThreatBadge } from './badges.tsx';
import { EventDetails } from './event-details.tsx';
import {
  ATTENTION_MESSAGES,
  EVENT_MESSAGES as messages,
  REQUEST_LIST_MESSAGES,
} from './messages.ts';
import { COLUMN_MESSAGES } from './rules/messages.ts';
import { requestsBehind } from './use-request-logs.ts';

const DEFAULTS = { events: 'all' };

const isThreat = ({ eventType }: SecurityEvent) => !ADMIN_EVENT_TYPES.includes(eventType);

function sourceOf(event: SecurityEvent): string {
  const isCommand = !isThreat(event) && event.ipAddress === COMMAND_LINE_ADDRESS;
  return isCommand ? messages.commandLine : event.ipAddress;
}

const COLUMNS: DataColumn<SecurityEvent>[] = [
  {
    label: COLUMN_MESSAGES.time,
    className: 'whitespace-nowrap',
    renderCell: ({ createdAt }) => <Moment iso={createdAt} />,
  },
  {
    label: messages.event,
    isHead: true,
    renderCell: ({ eventType }) => formatEventType(eventType),
  },
  {
    label: COLUMN_MESSAGES.ipAddress,
    className: 'max-w-48 min-w-32 wrap-anywhere',
    renderCell: sourceOf,
  },
  {
    label: messages.score,
    renderCell: (event) => (
      <>
        {isThreat(event) && <ThreatBadge score={event.threatScore} />}
        {event.acknowledgedAt && (
          <span className="block text-ink-muted">
            {ATTENTION_MESSAGES.acknowledgedBy(event.acknowledgedByUsername)}{' '}
            <RelativeTime iso={event.acknowledgedAt} />
          </span>
        )}
      </>
    ),
  },
  {
    label: COLUMN_MESSAGES.reasons,
    className: 'max-w-96 min-w-48 wrap-anywhere',
    renderCell: ({ reasons }) => (
      <>
        {reasons[0] ?? messages.noReason}
        {reasons.length > 1 && (
          <span className="text-ink-muted">{messages.more(reasons.length - 1)}</span>
        )}
      </>
    ),
  },
];

type Props = {
  events: ApiQuery<{ items: SecurityEvent[] }>;
  onFlag: (event: SecurityEvent) => Promise<void>;
};

export function SecurityEvents({ events, onFlag }: Props) {
  const [openIds, setOpenIds] = useState<readonly number[]>([]);
  const [filter, setFilter] = useQueryState(DEFAULTS);
  const isFiltered = filter.events === 'attention';

  function toggle(id: number): void {
    setOpenIds((open) => (open.includes(id) ? open.filter((it) => it !== id) : [...open, id]));
  }

  const columns: DataColumn<SecurityEvent>[] = [
    {
      label: <span className="sr-only">{messages.details}</span>,
      className: 'w-8 pe-0',
      renderCell: (event) => {
        const isOpen = openIds.includes(event.id);
        return (
          <IconButton
            label={messages.detailsOf(formatEventType(event.eventType), sourceOf(event))}
            icon={isOpen ? ChevronDown : ChevronRight}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `event-${event.id}` : undefined}
            onClick={() => toggle(event.id)}
          />
        );
      },
    },
    ...COLUMNS,
    {
      label: COLUMN_MESSAGES.actions,
      isEnd: true,
      renderCell: (event) =>
        isThreat(event) && (
          <div className="inline-flex flex-wrap justify-end gap-1">
            <ButtonLink to={requestsBehind(event)}>
              {REQUEST_LIST_MESSAGES.ofEvent}
              <span className="sr-only"> {event.ipAddress}</span>
            </ButtonLink>
            <Button onClick={() => void onFlag(event)} icon={Flag}>
              {messages.flag}
              <span className="sr-only"> {event.ipAddress}</span>
            </Button>
          </div>
        ),
    },
  ];

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
      <DataList
        messages={messages}
        hasCards
        columns={columns}
        renderDetails={(event) =>
          openIds.includes(event.id) && (
            <div
              id={`event-${event.id}`}
              className="sticky start-11 max-w-[calc(100vw-6.5rem)] md:max-w-[calc(100vw-23rem)]"
            >
              <EventDetails event={event} />
            </div>
          )
        }
        items={events.data?.items.filter((event) => !isFiltered || needsAttention(event))}
        query={{ ...events, error: null }}
        onClearFilters={isFiltered ? () => setFilter(DEFAULTS) : undefined}
      />
    </div>
  );
}
