import { Eye, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useApiPages } from '#app/admin/data/use-api-query.ts';
import { useUnsentNotice } from '#app/admin/ui/mail/use-unsent-notice.ts';
import { useListState } from '#app/admin/data/use-list-state.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { FilterSelect, SearchBox, Toolbar } from '#app/admin/ui/list.tsx';
import { openableRow, useOpenedRow } from '#app/admin/ui/list/opened-row.ts';
import { stepsOf } from '#app/admin/ui/list/record-steps.tsx';
import { selectColumn, SelectionBar } from '#app/admin/ui/list/selection.tsx';
import { useSelection } from '#app/admin/ui/list/use-selection.ts';
import { Notice } from '#app/admin/ui/problem.tsx';
import { DateText, RelativeTime } from '#app/admin/ui/time.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import type { Mail, ResendResults } from '#shared/mails/admin-schema.ts';
import { MAIL_STATUSES, mailKindLabel } from '#shared/mails/values.ts';
import { AboutLink, MailDialog } from './mail-dialog.tsx';
import { MailStatusBadge } from './mail-status-badge.tsx';
import { MAILS_MESSAGES as messages, RESEND_MESSAGES } from './messages.ts';
import { useMutation } from '@tanstack/react-query';
import { sendJson } from '#app/admin/data/api.ts';

const DEFAULTS = { search: '', status: 'all' };
const NOTHING_OPEN = { mail: '' };
// Polled: the server does not announce deliveries.
const REFRESH = { refetchInterval: 10_000 };
const { columns: labels } = messages;

const recipientOf = ({ recipients }: Mail) => recipients.join(', ');

const CELLS: readonly DataColumn<Mail>[] = [
  {
    label: labels.recipient,
    isHead: true,
    className: 'min-w-40 leading-tight',
    renderCell: (mail) => (
      <>
        <span className="font-normal wrap-anywhere">{recipientOf(mail)}</span>
        <span className="second-line font-normal text-ink-muted">{mailKindLabel(mail.kind)}</span>
      </>
    ),
  },
  {
    label: labels.about,
    className: 'min-w-32 wrap-anywhere',
    renderCell: ({ about }) => (about ? <AboutLink about={about} /> : messages.nothing),
  },
  {
    label: labels.status,
    brief: 'beside',
    className: 'min-w-32 leading-tight',
    renderCell: ({ status, transport, lastError }) => (
      <>
        <MailStatusBadge status={status} transport={transport} />
        {lastError && <span className="second-line text-ink-muted wrap-anywhere">{lastError}</span>}
      </>
    ),
  },
  {
    label: labels.attempts,
    isEnd: true,
    hasCardLabel: true,
    renderCell: ({ attempts }) => attempts,
  },
  {
    label: labels.created,
    brief: 'below',
    isEnd: true,
    className: 'leading-tight',
    renderCell: ({ createdAt }) => (
      <>
        <DateText iso={createdAt} />
        <span className="second-line text-ink-muted">
          <RelativeTime iso={createdAt} />
        </span>
      </>
    ),
  },
];

export function MailList() {
  const { filter, getInput, clearFilter, isFiltered, pages, setPages } = useListState(DEFAULTS);
  const query = new URLSearchParams(filter).toString();
  const mails = useApiPages<Mail>(`mails?${query}`, { pages, setPages, ...REFRESH });
  useFailureToast(mails.error, messages.loadFailed);
  const [opened, setOpened] = useQueryState(NOTHING_OPEN);
  const [failure, setFailure] = useState<string | null>(null);
  const rows = mails.items ?? [];
  const selection = useSelection({
    shownIds: rows.map(({ id }) => id),
    total: undefined,
    viewKey: query,
  });
  const resend = useResend({ onDone: mails.reload, onFailure: setFailure });
  const selectedIds = new Set(selection.ids);
  const openedId = opened.mail;
  useOpenedRow(openedId);
  const open = (id: string) => setOpened({ mail: id }, { replace: openedId !== '' });

  const columns: DataColumn<Mail>[] = [
    selectColumn(selection, (mail) => messages.identify(recipientOf(mail))),
    ...CELLS,
    {
      label: labels.actions,
      isEnd: true,
      renderCell: (mail) => (
        <Button
          data-row-stop
          aria-label={messages.viewOne(recipientOf(mail))}
          icon={Eye}
          onClick={() => open(mail.id)}
        >
          {messages.view}
        </Button>
      ),
    },
  ];

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Toolbar>
        <SearchBox label={messages.search} {...getInput('search', { replace: true })} />
        <FilterSelect
          label={messages.status}
          options={[{ value: 'all', label: messages.allStatuses }, ...MAIL_STATUSES]}
          {...getInput('status')}
        />
      </Toolbar>
      {failure && <Notice isAlert text={failure} onClose={() => setFailure(null)} />}
      <SelectionBar selection={selection} total={undefined} isBusy={resend.isPending}>
        <Button
          icon={RotateCw}
          isDisabled={resend.isPending}
          onClick={() => resend.mutate(selection.ids, { onSuccess: selection.clear })}
        >
          {RESEND_MESSAGES.one}
        </Button>
      </SelectionBar>
      <DataList
        messages={{ ...messages, label: messages.title }}
        hasCards
        isMain
        columns={columns}
        items={mails.items}
        query={mails}
        rowPropsOf={({ id }) =>
          openableRow({
            id,
            openedId,
            isSelected: selectedIds.has(id),
            open,
            hrefOf: () => `/admin/mails?mail=${id}`,
          })
        }
        onClearFilters={isFiltered ? clearFilter : undefined}
      />
      {openedId !== '' && (
        <MailDialog
          key={openedId}
          id={openedId}
          onClose={() => setOpened({ mail: '' }, { replace: true })}
          onResend={(id) => resend.mutate([id])}
          isBusy={resend.isPending}
          steps={stepsOf(rows, openedId, open)}
        />
      )}
    </div>
  );
}

type Options = { onDone: () => Promise<unknown>; onFailure: (failure: string | null) => void };

function useResend({ onDone, onFailure }: Options) {
  const notify = useNotify();
  const unsent = useUnsentNotice();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      sendJson<ResendResults>('POST', 'mails/resend', { ids }),
    onMutate: () => onFailure(null),
    onSuccess({ results }) {
      const changed = results.filter(({ result }) => result === 'changed').length;
      if (changed > 0)
        notify.success(unsent ?? RESEND_MESSAGES.done(changed), RESEND_MESSAGES.doneTitle);
      else onFailure(RESEND_MESSAGES.none);
    },
    onError(error) {
      notify.error(RESEND_MESSAGES.failed);
      onFailure(error.message);
    },
    onSettled: onDone,
  });
}
