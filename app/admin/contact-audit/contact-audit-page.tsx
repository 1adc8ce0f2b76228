import { StatCard } from '#app/admin/ui/card.tsx';
import { ExportButton } from '#app/admin/ui/export-button.tsx';
import {
  FilterSelect,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
} from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useListState } from '#app/admin/data/use-list-state.ts';
import { useApiPages, useApiQuery } from '#app/admin/data/use-api-query.ts';
import {
  AUDIT_ACTIONS,
  AUDIT_COLUMNS,
  AUDIT_RANGES,
  DEFAULT_AUDIT_RANGE,
} from '#shared/contact-audit/values.ts';
import { AUDIT_MESSAGES } from '#shared/contact-audit/messages.ts';
import type { AuditEntry, AuditStats } from '#shared/contact-audit/admin-schema.ts';
import { AuditRow } from './audit-row.tsx';

const DEFAULTS = { search: '', action: 'all', range: DEFAULT_AUDIT_RANGE };
const ACTION_OPTIONS = [{ value: 'all', label: 'All Actions' }, ...AUDIT_ACTIONS];
// Entries are not announced: there is one for every reading.
const REFRESH = { refetchInterval: 10_000 };
const COLUMNS = AUDIT_COLUMNS.map((label) => ({ key: label, label }));

const CARDS = [
  { name: 'totalMessages', label: 'Total Messages' },
  { name: 'totalAccesses', label: 'Total Accesses' },
  { name: 'uniqueAccessors', label: 'Unique Accessors' },
  { name: 'sensitiveAccesses', label: 'Sensitive Accesses' },
  { name: 'recentActivity', label: 'Recent Activity (1h)' },
] as const;

export function ContactAuditPage() {
  const { filter, setFilter, clearFilter, isFiltered, pages, setPages } = useListState(DEFAULTS);
  const query = new URLSearchParams(filter);
  const entries = useApiPages<AuditEntry>(`contact-audit?${query}`, {
    pages,
    setPages,
    ...REFRESH,
  });
  const range = encodeURIComponent(filter.range);
  const stats = useApiQuery<AuditStats>(`contact-audit/stats?range=${range}`, REFRESH);
  useFailureToast(entries.error, AUDIT_MESSAGES.loadFailed);

  const shown = entries.items?.length ?? 0;
  const isWholeRange = filter.search === '' && filter.action === 'all';
  const total = isWholeRange ? stats.data?.totalAccesses : undefined;

  return (
    <AdminPage
      title="Contact Audit"
      actions={
        <ExportButton
          label="Export"
          isPrimary
          path={`contact-audit/export.csv?${query}`}
          fileName="contact_audit.csv"
          messages={AUDIT_MESSAGES}
          onSettled={() => void Promise.all([entries.reload(), stats.reload()])}
        />
      }
    >
      <section aria-labelledby="audit-stats-heading" aria-busy={stats.isLoading}>
        <h2 id="audit-stats-heading" className="sr-only">
          Figures of the chosen time
        </h2>
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-5">
          {CARDS.map(({ name, label }) => (
            <StatCard
              key={name}
              label={label}
              value={stats.data ? formatCount(stats.data[name]) : '—'}
            />
          ))}
        </div>
      </section>
      <Toolbar>
        <SearchBox
          label="Search by action, browser or IP"
          value={filter.search}
          onChange={(search) => setFilter({ search }, { replace: true })}
        />
        <FilterSelect
          label="Action"
          value={filter.action}
          options={ACTION_OPTIONS}
          onChange={(action) => setFilter({ action })}
        />
        <FilterSelect
          label="Time range"
          value={filter.range}
          options={AUDIT_RANGES}
          onChange={(chosen) => setFilter({ range: chosen })}
        />
      </Toolbar>
      <ListView
        items={entries.items}
        query={entries}
        loadingText={AUDIT_MESSAGES.loading}
        emptyText={AUDIT_MESSAGES.empty}
        emptyHint="An entry is made whenever an administrator reads orders or messages."
        onClearFilters={isFiltered ? clearFilter : undefined}
      >
        <Table label="Audit logs" columns={COLUMNS} isMain>
          {entries.items?.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </Table>
        <MoreButton
          hasMore={entries.hasMore}
          isLoading={entries.isLoadingMore}
          onMore={entries.loadMore}
          summary={
            total === undefined
              ? `Showing ${formatCount(shown)}`
              : `Showing ${formatCount(shown)} of ${formatCount(Math.max(total, shown))}`
          }
        />
      </ListView>
    </AdminPage>
  );
}
