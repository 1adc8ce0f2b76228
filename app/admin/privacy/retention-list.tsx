import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import type { RetentionRow, RetentionView } from '#shared/retention/admin-schema.ts';
import { RETENTION_LIST_MESSAGES as messages } from './messages.ts';

const COLUMNS: DataColumn<RetentionRow>[] = [
  {
    label: messages.what,
    isHead: true,
    className: 'min-w-48 font-normal wrap-anywhere',
    renderCell: ({ label }) => label,
  },
  {
    label: messages.stays,
    hasCardLabel: true,
    className: 'min-w-40',
    renderCell: ({ stays }) => stays,
  },
  {
    label: messages.why,
    hasCardLabel: true,
    className: 'min-w-40 text-ink-muted',
    renderCell: ({ basis }) => basis,
  },
  {
    label: messages.due,
    hasCardLabel: true,
    isEnd: true,
    className: 'tabular-nums',
    renderCell: ({ due, held, action }) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {due === null ? (
          <span className="text-ink-muted">{messages.actions[action]}</span>
        ) : (
          messages.count(due)
        )}
        {held !== null && held > 0 && (
          <Badge tone="purple">{`${messages.held}: ${messages.count(held)}`}</Badge>
        )}
      </span>
    ),
  },
];

export function RetentionList() {
  const query = useApiQuery<RetentionView>('privacy/retention');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="max-w-prose text-ink-muted">
        {messages.intro}
        {query.data && (
          <>
            {' '}
            {messages.next}
            <Moment iso={query.data.runsAt} />.
          </>
        )}
      </p>
      <DataList
        messages={messages}
        hasCards
        isMain
        columns={COLUMNS}
        items={query.data?.rules}
        query={query}
        keyOf={({ kind }) => kind}
      />
    </div>
  );
}
