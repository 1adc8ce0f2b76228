import { Check } from 'lucide-react';
import { useOrderOptions } from '#app/admin/data/order-options.tsx';
import { CONVERSATION_SCREEN_MESSAGES } from '#app/admin/leads/conversation/messages.ts';
import { SNOOZE_VALUES, SnoozeSelect } from '#app/admin/leads/conversation/snooze-select.tsx';
import { useOther } from '#app/admin/leads/conversation/use-presence.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import type { DataColumn } from '#app/admin/ui/list/data-table.tsx';
import { DueState } from '#app/admin/ui/due/due-state.tsx';
import { DateText, OfficeMoment, RelativeTime, useMinute } from '#app/admin/ui/time.tsx';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import { labelOf } from '#shared/forms/values.ts';
import type { QueueItem } from '#shared/queue/admin-schema.ts';
import { QUEUE_SCREEN_MESSAGES as messages } from './messages.ts';

export function hrefOf({ kind, leadId }: QueueItem): string {
  return `/admin/queue?${kind}=${leadId}`;
}

function DeadlineCell({ item: { dueAt, alertLevel, snoozedUntil } }: { item: QueueItem }) {
  const now = useMinute();
  if (dueAt === null) return <Badge tone="neutral">{messages.settled}</Badge>;
  return (
    <>
      <DueState dueAt={dueAt} alertLevel={alertLevel} />
      <span className="second-line text-ink-muted">
        <OfficeMoment iso={dueAt} />
      </span>
      {snoozedUntil !== null && new Date(snoozedUntil).getTime() > now && (
        <span className="second-line text-ink-muted">
          {messages.snoozedUntil}
          <OfficeMoment iso={snoozedUntil} />
        </span>
      )}
    </>
  );
}

function EnquiryCell({ item, reload }: { item: QueueItem; reload: () => Promise<unknown> }) {
  const other = useOther(item, reload);
  const { kind, serviceType, estimatedBudget, excerpt } = item;
  const budget = labelOf(useOrderOptions().budgets, estimatedBudget ?? '');
  return (
    <>
      <span className="me-1 font-semibold wrap-anywhere">{item.name}</span>
      {other !== null && <Badge tone="purple">{CONVERSATION_SCREEN_MESSAGES.present(other)}</Badge>}
      {item.replyLostAt !== null && (
        <Badge tone="red">{CONVERSATION_SCREEN_MESSAGES.replyLost}</Badge>
      )}
      <span className="second-line line-clamp-2 font-normal text-ink-muted wrap-anywhere">
        {kind === 'order'
          ? [enquiryTitle(item), serviceType, budget].filter(Boolean).join(', ')
          : `${enquiryTitle(item)}: ${excerpt ?? ''}`}
      </span>
    </>
  );
}

function Snooze({ item, onSnooze }: { item: QueueItem; onSnooze: Actions['snooze'] }) {
  const now = useMinute();
  const isSnoozed = item.snoozedUntil !== null && new Date(item.snoozedUntil).getTime() > now;
  return (
    <SnoozeSelect
      aria-label={messages.snooze(item.name, enquiryTitle(item))}
      className="field w-28"
      value={SNOOZE_VALUES.unchanged}
      onSnooze={(until) => onSnooze(item, until)}
    >
      <option value={SNOOZE_VALUES.unchanged}>{messages.snoozeChoice}</option>
      {isSnoozed && <option value={SNOOZE_VALUES.off}>{messages.unsnooze}</option>}
    </SnoozeSelect>
  );
}

export type Actions = {
  open: (item: QueueItem) => void;
  settle: (item: QueueItem) => void;
  snooze: (item: QueueItem, until: Date | null) => void;
  reload: () => Promise<unknown>;
};

export function queueColumns({ open, settle, snooze, reload }: Actions): DataColumn<QueueItem>[] {
  return [
    {
      label: messages.deadline,
      className: 'leading-tight',
      renderCell: (item) => <DeadlineCell item={item} />,
    },
    {
      label: messages.enquiry,
      isHead: true,
      className: 'min-w-48 leading-tight',
      renderCell: (item) => <EnquiryCell item={item} reload={reload} />,
    },
    {
      label: messages.lastWord,
      hasCardLabel: true,
      className: 'leading-tight',
      renderCell: ({ lastWord, lastWordAt }) => (
        <>
          {lastWord === 'visitor' ? messages.theirs : messages.ours}
          <span className="second-line text-ink-muted">
            <RelativeTime iso={lastWordAt} />
          </span>
        </>
      ),
    },
    {
      label: messages.assignee,
      hasCardLabel: true,
      renderCell: ({ assigneeUsername }) =>
        assigneeUsername ?? <span className="text-ink-muted">{messages.nobody}</span>,
    },
    {
      label: messages.nextStep,
      hasCardLabel: true,
      className: 'leading-tight wrap-anywhere',
      renderCell: ({ nextStep, nextStepOn }) =>
        nextStep === null ? (
          <span className="text-ink-muted">{messages.none}</span>
        ) : (
          <>
            {nextStep}
            {nextStepOn && (
              <span className="second-line text-ink-muted">
                {/* Without a time the date would be parsed as UTC. */}
                <DateText iso={`${nextStepOn}T00:00`} />
              </span>
            )}
          </>
        ),
    },
    {
      label: messages.actions,
      isEnd: true,
      renderCell: (item) => (
        <div className="inline-flex min-w-68 flex-wrap items-center justify-end gap-2">
          {item.dueAt !== null && (
            <>
              <Snooze item={item} onSnooze={snooze} />
              <Button
                icon={Check}
                aria-label={messages.settleOne(item.name, enquiryTitle(item))}
                onClick={() => settle(item)}
              >
                {messages.settle}
              </Button>
            </>
          )}
          <Button
            data-row-stop
            variant="primary"
            aria-label={messages.openOne(item.name, enquiryTitle(item))}
            onClick={() => open(item)}
          >
            {messages.open}
          </Button>
        </div>
      ),
    },
  ];
}
