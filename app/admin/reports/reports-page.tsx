import { BarChart } from '#app/admin/ui/bar-chart.tsx';
import { ErrorPanel, FilterSelect, Toolbar } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { useResource } from '#app/admin/data/use-resource.ts';
import { DASHBOARD_MESSAGES } from '#shared/dashboard/messages.ts';
import { REPORT_RANGES } from '#shared/dashboard/values.ts';
import type { Report } from '#shared/dashboard/admin-schema.ts';
import { formatPeriod } from './format-period.ts';
import { LISTS } from './lists.ts';
import { ShareTable } from './share-table.tsx';

const DEFAULTS = { range: '12w' };

export function ReportsPage() {
  const [{ range }, setState] = useQueryState(DEFAULTS);
  const path = `dashboard/reports?range=${encodeURIComponent(range)}&${timeZoneQuery()}`;
  const report = useResource<Report>(path);
  const { data, error, isLoading } = report;
  useFailureToast(error, DASHBOARD_MESSAGES.reportsFailed);

  return (
    <AdminPage title="Reports">
      <Toolbar>
        <FilterSelect
          label="Time range"
          value={range}
          options={REPORT_RANGES}
          onChange={(value) => setState({ range: value })}
        />
      </Toolbar>
      <p role="status" className="sr-only">
        {isLoading ? 'Loading reports...' : data && 'Reports loaded'}
      </p>
      {error && (
        <ErrorPanel
          error={error}
          onRetry={() => void report.reload()}
          isKept={data !== undefined}
        />
      )}
      {!data && isLoading && <div aria-hidden className="skeleton h-64" />}
      {data && <ReportView report={data} />}
    </AdminPage>
  );
}

function ReportView({ report }: { report: Report }) {
  const byMonth = report.periods.every(({ startsOn }) => startsOn.endsWith('-01'));
  const bars = (of: 'orders' | 'messages') =>
    report.periods.map((period) => ({
      key: period.startsOn,
      label: formatPeriod(period.startsOn, byMonth),
      values: [period[of]],
    }));
  const per = byMonth ? 'month' : 'week';

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section aria-labelledby="course-heading" className="grid gap-3">
        <h2 id="course-heading" className="text-lg">
          By {per}
        </h2>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
          <BarChart title={`Orders per ${per}`} series={['Orders']} bars={bars('orders')} />
          <BarChart title={`Messages per ${per}`} series={['Messages']} bars={bars('messages')} />
        </div>
      </section>
      <section aria-labelledby="shares-heading" className="grid gap-3">
        <h2 id="shares-heading" className="text-lg">
          What they are
        </h2>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
          {LISTS.map(({ title, heading, of, options }) => (
            <ShareTable
              key={title}
              title={title}
              heading={heading}
              options={options}
              shares={report[of]}
            />
          ))}
        </div>
      </section>
    </div>
  );
}
