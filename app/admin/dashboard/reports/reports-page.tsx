import { QueryError, FilterSelect, Toolbar } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { DASHBOARD_MESSAGES } from '#shared/dashboard/messages.ts';
import { REPORT_RANGES } from '#shared/dashboard/values.ts';
import type { Report } from '#shared/dashboard/admin-schema.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { ESTIMATED_BUDGETS, ORDER_STATUSES, SERVICE_TYPES } from '#shared/orders/values.ts';
import { REPORTS_MESSAGES as messages } from './messages.ts';
import { PeriodCharts } from './period-charts.tsx';
import { ShareTable } from './share-table.tsx';

const DEFAULTS = { range: '12w' };

/** What a report counts, in the order of the forms. */
const LISTS = [
  { of: 'orderStatuses', options: ORDER_STATUSES },
  { of: 'orderServices', options: SERVICE_TYPES },
  { of: 'orderBudgets', options: ESTIMATED_BUDGETS },
  { of: 'messageStatuses', options: MESSAGE_STATUSES },
] as const;

export function ReportsPage() {
  const [{ range }, setState] = useQueryState(DEFAULTS);
  const path = `dashboard/reports?range=${encodeURIComponent(range)}&${timeZoneQuery()}`;
  const report = useApiQuery<Report>(path);
  const { data, error, isLoading } = report;
  useFailureToast(error, DASHBOARD_MESSAGES.reportsFailed);

  return (
    <AdminPage title={messages.title}>
      <Toolbar>
        <FilterSelect
          label={messages.range}
          value={range}
          options={REPORT_RANGES}
          onChange={(value) => setState({ range: value })}
        />
      </Toolbar>
      <p role="status" className="sr-only">
        {isLoading ? messages.loading : data && messages.loaded}
      </p>
      <QueryError query={report} />
      {!data && isLoading && <div aria-hidden className="skeleton h-64" />}
      {data && (
        <>
          <PeriodCharts report={data} />
          <Section title={messages.shares}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
              {LISTS.map(({ of, options }) => (
                <ShareTable key={of} {...messages[of]} options={options} shares={data[of]} />
              ))}
            </div>
          </Section>
        </>
      )}
    </AdminPage>
  );
}
