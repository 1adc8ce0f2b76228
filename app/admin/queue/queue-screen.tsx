import { useMutation } from '@tanstack/react-query';
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDue } from '#app/admin/data/response-time.ts';
import { sendJson } from '#app/admin/data/api.ts';
import { useApiPages } from '#app/admin/data/use-api-query.ts';
import { useListState } from '#app/admin/data/use-list-state.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { useOfferUndo } from '#app/admin/leads/conversation/use-offer-undo.tsx';
import type { LeadDialogProps } from '#app/admin/leads/lead-dialog.tsx';
import { ButtonLink } from '#app/admin/ui/button.tsx';
import { DataList } from '#app/admin/ui/list/data-table.tsx';
import { FilterSelect, Toolbar } from '#app/admin/ui/list.tsx';
import { openableRow, useOpenedRow } from '#app/admin/ui/list/opened-row.ts';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Notice } from '#app/admin/ui/problem.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import { useRecordActions } from '#app/admin/ui/shortcuts.ts';
import { createFormKey } from '#app/lib/post.ts';
import type { QueueItem } from '#shared/queue/admin-schema.ts';
import { DEFAULT_QUEUE_FILTER, QUEUE_FILTERS } from '#shared/queue/values.ts';
import { QUEUE_SCREEN_MESSAGES as messages } from './messages.ts';
import { hrefOf, queueColumns } from './queue-columns.tsx';

const DEFAULTS = { filter: DEFAULT_QUEUE_FILTER };
const NOTHING_OPEN = { order: '', message: '' };

export type QueueRecord = ComponentType<LeadDialogProps & { kind: 'order' | 'message' }>;

const leadPathOf = ({ kind, leadId }: Pick<QueueItem, 'kind' | 'leadId'>) =>
  `${kind}s/${encodeURIComponent(leadId)}`;

/** The open row keeps its place when it leaves the queue. */
function useRows(items: readonly QueueItem[] | undefined, openedId: string) {
  const [last, setLast] = useState<{ item: QueueItem; index: number } | null>(null);
  const index = items?.findIndex(({ leadId }) => leadId === openedId) ?? -1;
  const item = items?.[index];
  if (item && (last?.item !== item || last.index !== index)) setLast({ item, index });
  const rows = [...(items ?? [])];
  const isGone = openedId !== '' && !item && last?.item.leadId === openedId;
  if (isGone) rows.splice(last.index, 0, last.item);
  return { rows, opened: isGone ? last.item : item };
}

export function QueueScreen({ Record }: { Record: QueueRecord }) {
  const { filter, getInput, clearFilter, isFiltered, pages, setPages } = useListState(DEFAULTS);
  const queue = useApiPages<QueueItem>(`queue?filter=${encodeURIComponent(filter.filter)}`, {
    pages,
    setPages,
  });
  const [openedLead, setOpenedLead] = useQueryState(NOTHING_OPEN);
  const openedId = openedLead.order || openedLead.message;
  const { rows, opened } = useRows(queue.items, openedId);
  const [failure, setFailure] = useState<string | null>(null);
  const [focusOn, setFocusOn] = useState({ leadId: '', request: 0 });
  const [movedTo, setMovedTo] = useState('');
  const notify = useNotify();
  useFailureToast(queue.error, messages.loadFailed);
  useOpenedRow(opened?.id ?? '');
  useReloadWithDue(queue.reload);

  function open({ kind, leadId }: Pick<QueueItem, 'kind' | 'leadId'>) {
    setMovedTo('');
    setOpenedLead({ ...NOTHING_OPEN, [kind]: leadId }, { replace: openedId !== '' });
  }
  const close = () => setOpenedLead(NOTHING_OPEN, { replace: true });
  const offerUndo = useOfferUndo();

  function goOn(leadId: string) {
    const index = rows.findIndex((row) => row.leadId === leadId);
    const rest = rows.filter((row) => row.leadId !== leadId && row.dueAt !== null);
    const next = rows.slice(index + 1).find((row) => row.dueAt !== null) ?? rest[0];
    if (next) {
      open(next);
      setMovedTo(next.leadId);
    } else {
      close();
      notify.success(messages.allDone);
    }
  }

  const settling = useMutation({
    mutationFn: (item: QueueItem) =>
      sendJson<{ id: string }>(
        'POST',
        `${leadPathOf(item)}/answered-elsewhere`,
        { lastWordAt: item.lastWordAt },
        { idempotencyKey: createFormKey() },
      ),
    onMutate: () => setFailure(null),
    onSuccess({ id }, item) {
      const { name: recipient } = item;
      offerUndo({ leadPath: leadPathOf(item), id, recipient, text: '', hasFiles: false });
      queue.setItems((items) => items.filter((other) => other.id !== item.id));
      if (openedId === item.leadId) goOn(item.leadId);
    },
    onError(rejection) {
      setFailure(`${messages.settleFailed}. ${rejection.message}`);
      notify.error(messages.settleFailed);
    },
    onSettled: queue.reload,
  });

  const snoozing = useMutation({
    mutationFn: ({ item, until }: { item: QueueItem; until: Date | null }) =>
      sendJson('PATCH', `${leadPathOf(item)}/conversation`, {
        snoozedUntil: until?.toISOString() ?? null,
      }),
    onMutate: () => setFailure(null),
    onSuccess: (_, { until }) => notify.success(until ? messages.snoozed : messages.unsnoozed),
    onError(rejection) {
      setFailure(`${messages.snoozeFailed}. ${rejection.message}`);
      notify.error(messages.snoozeFailed);
    },
    onSettled: queue.reload,
  });

  function settle(item: QueueItem) {
    if (!settling.isPending && item.dueAt !== null) settling.mutate(item);
  }

  function findChosen(): QueueItem | undefined {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    return opened ?? rows.find(({ id }) => id === row?.dataset['row']);
  }
  useRecordActions({
    reply() {
      const chosen = findChosen();
      if (!chosen) return false;
      setFocusOn(({ request }) => ({ leadId: chosen.leadId, request: request + 1 }));
      if (chosen !== opened) open(chosen);
      return true;
    },
    settle() {
      const chosen = findChosen();
      // A key typed after `r` may arrive before the record and must not settle it.
      if (!chosen || (opened && !document.querySelector('[data-composer]'))) return false;
      settle(chosen);
      return true;
    },
  });

  const columns = queueColumns({
    open,
    settle,
    snooze: (item, until) => snoozing.mutate({ item, until }),
    reload: queue.reload,
  });
  const index = rows.findIndex(({ leadId }) => leadId === openedId);
  const kind = openedLead.order === '' ? 'message' : 'order';
  return (
    <>
      <AdminPage title={messages.title}>
        <Toolbar>
          <FilterSelect label={messages.filter} options={QUEUE_FILTERS} {...getInput('filter')} />
          <p className="text-sm text-ink-muted max-md:hidden">{messages.keys}</p>
        </Toolbar>
        {failure && <Notice isAlert text={failure} onClose={() => setFailure(null)} />}
        <DataList
          messages={messages}
          hasCards
          isMain
          columns={columns}
          rowPropsOf={(item) =>
            openableRow({
              id: item.id,
              openedId: opened?.id ?? '',
              isSelected: false,
              open: () => open(item),
              hrefOf: () => hrefOf(item),
            })
          }
          emptyAction={<ButtonLink to="/admin/orders">{messages.orders}</ButtonLink>}
          items={queue.items && rows}
          query={queue}
          onClearFilters={isFiltered ? clearFilter : undefined}
        />
      </AdminPage>
      {openedId !== '' && (
        <Record
          key={openedId}
          kind={kind}
          id={openedId}
          onClose={close}
          onChanged={() => undefined}
          flow={{
            focusRequest: focusOn.leadId === openedId ? focusOn.request : 0,
            isUnseen: movedTo === openedId,
            onSent: () => goOn(openedId),
          }}
          steps={{
            previousId: rows[index - 1]?.leadId,
            nextId: rows[index + 1]?.leadId,
            onOpen(leadId) {
              const row = rows.find((item) => item.leadId === leadId);
              if (row) open(row);
            },
          }}
        />
      )}
    </>
  );
}

/** The server does not announce when snoozed rows return. */
function useReloadWithDue(reload: () => Promise<void>): void {
  const due = useDue();
  const known = useRef(due);
  const readAgain = useEffectEvent(() => void reload());
  useEffect(() => {
    if (known.current === due) return;
    known.current = due;
    readAgain();
  }, [due]);
}
