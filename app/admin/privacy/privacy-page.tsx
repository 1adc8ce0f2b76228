import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import { LEDGER_MESSAGES, PRIVACY_MESSAGES as messages } from './messages.ts';
import { PersonTab } from './person-tab.tsx';
import { RetentionList } from './retention-list.tsx';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { Moment } from '#app/admin/ui/time.tsx';
import type { ErasureRow } from '#shared/persons/admin-schema.ts';

const FIRST_TAB = { tab: 'retention' };

export function PrivacyPage() {
  const [{ tab }, setTab] = useQueryState(FIRST_TAB);
  return (
    <AdminPage title={messages.title}>
      <Tabs
        label={messages.tabs}
        value={tab}
        onChange={(chosen) => setTab({ tab: chosen })}
        tabs={[
          { value: 'retention', label: messages.retention, content: <RetentionList /> },
          { value: 'persons', label: messages.persons, content: <PersonTab /> },
          { value: 'erasures', label: messages.erasures, content: <ErasureList /> },
        ]}
      />
    </AdminPage>
  );
}

const COLUMNS: DataColumn<ErasureRow>[] = [
  {
    label: LEDGER_MESSAGES.at,
    isHead: true,
    className: 'font-normal',
    renderCell: ({ erasedAt }) => <Moment iso={erasedAt} />,
  },
  {
    label: LEDGER_MESSAGES.kind,
    hasCardLabel: true,
    renderCell: ({ kind }) => LEDGER_MESSAGES.kinds[kind],
  },
  {
    label: LEDGER_MESSAGES.by,
    hasCardLabel: true,
    className: 'wrap-anywhere',
    renderCell: ({ by, adminUsername }) => adminUsername ?? LEDGER_MESSAGES.makers[by],
  },
  {
    label: LEDGER_MESSAGES.enquiries,
    hasCardLabel: true,
    isEnd: true,
    className: 'tabular-nums',
    renderCell: ({ enquiries }) => formatCount(enquiries),
  },
];

function ErasureList() {
  const query = useApiQuery<{ items: ErasureRow[] }>('privacy/erasures');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="max-w-prose text-ink-muted">{LEDGER_MESSAGES.intro}</p>
      <DataList
        messages={LEDGER_MESSAGES}
        hasCards
        isMain
        columns={COLUMNS}
        items={query.data?.items}
        query={query}
      />
    </div>
  );
}
