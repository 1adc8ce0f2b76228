import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { Moment } from '#app/admin/ui/time.tsx';
import type { ErasureRow } from '#shared/persons/admin-schema.ts';
import { LEDGER_MESSAGES as messages } from './messages.ts';

const COLUMNS: DataColumn<ErasureRow>[] = [
  {
    label: messages.at,
    isHead: true,
    className: 'font-normal',
    renderCell: ({ erasedAt }) => <Moment iso={erasedAt} />,
  },
  { label: messages.kind, hasCardLabel: true, renderCell: ({ kind }) => messages.kinds[kind] },
  {
    label: messages.by,
    hasCardLabel: true,
    className: 'wrap-anywhere',
    renderCell: ({ by, adminUsername }) => adminUsername ?? messages.makers[by],
  },
  {
    label: messages.enquiries,
    hasCardLabel: true,
    isEnd: true,
    className: 'tabular-nums',
    renderCell: ({ enquiries }) => formatCount(enquiries),
  },
];

export function ErasureList() {
  const query = useApiQuery<{ items: ErasureRow[] }>('privacy/erasures');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="max-w-prose text-ink-muted">{messages.intro}</p>
      <DataList
        messages={messages}
        hasCards
        isMain
        columns={COLUMNS}
        items={query.data?.items}
        query={query}
      />
    </div>
  );
}
