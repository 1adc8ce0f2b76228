import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Tabs } from '#app/admin/ui/tabs.tsx';
import {
  LEDGER_MESSAGES,
  PRIVACY_MESSAGES as messages,
  RETENTION_LIST_MESSAGES,
} from './messages.ts';
import { PersonTab } from './person-tab.tsx';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { Moment } from '#app/admin/ui/time.tsx';
import type { ErasureRow } from '#shared/persons/admin-schema.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import type { RetentionRow, RetentionView } from '#shared/retention/admin-schema.ts';

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

const RETENTION_COLUMNS: DataColumn<RetentionRow>[] = [
  {
    label: RETENTION_LIST_MESSAGES.what,
    isHead: true,
    className: 'min-w-48 font-normal wrap-anywhere',
    renderCell: ({ label }) => label,
  },
  {
    label: RETENTION_LIST_MESSAGES.stays,
    hasCardLabel: true,
    className: 'min-w-40',
    renderCell: ({ stays }) => stays,
  },
  {
    label: RETENTION_LIST_MESSAGES.why,
    hasCardLabel: true,
    className: 'min-w-40 text-ink-muted',
    renderCell: ({ basis }) => basis,
  },
  {
    label: RETENTION_LIST_MESSAGES.due,
    hasCardLabel: true,
    isEnd: true,
    className: 'tabular-nums',
    renderCell: ({ due, held, action }) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {due === null ? (
          <span className="text-ink-muted">{RETENTION_LIST_MESSAGES.actions[action]}</span>
        ) : (
          RETENTION_LIST_MESSAGES.count(due)
        )}
        {held !== null && held > 0 && (
          <Badge tone="purple">{`${RETENTION_LIST_MESSAGES.held}: ${RETENTION_LIST_MESSAGES.count(held)}`}</Badge>
        )}
      </span>
    ),
  },
];

function RetentionList() {
  const query = useApiQuery<RetentionView>('privacy/retention');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="max-w-prose text-ink-muted">
        {RETENTION_LIST_MESSAGES.intro}
        {query.data && (
          <>
            {' '}
            {RETENTION_LIST_MESSAGES.next}
            <Moment iso={query.data.runsAt} />.
          </>
        )}
      </p>
      <DataList
        messages={RETENTION_LIST_MESSAGES}
        hasCards
        isMain
        columns={RETENTION_COLUMNS}
        items={query.data?.rules}
        query={query}
        keyOf={({ kind }) => kind}
      />
    </div>
  );
}
