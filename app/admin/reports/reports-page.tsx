import { BarChart } from '#app/admin/ui/bar-chart.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { QueryError, FilterSelect, Toolbar } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { DASHBOARD_MESSAGES } from '#shared/dashboard/messages.ts';
import { REPORT_RANGES } from '#shared/dashboard/values.ts';
import type { Report } from '#shared/dashboard/admin-schema.ts';
import { formatPeriod } from './format-period.ts';
import { LISTS } from './lists.ts';
import { ShareTable } from './share-table.tsx';

const DEFAULTS = { range: '12w' };

const COUNTED = [
  { name: 'Orders', of: 'orders' },
  { name: 'Messages', of: 'messages' },
] as const;

export function ReportsPage() {
  const [{ range }, setState] = useQueryState(DEFAULTS);
  const path = `dashboard/reports?range=${encodeURIComponent(range)}&${timeZoneQuery()}`;
  const report = useApiQuery<Report>(path);
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
      <QueryError query={report} />
      {!data && isLoading && <div aria-hidden className="skeleton h-64" />}
      {data && <ReportView report={data} />}
    </AdminPage>
  );
}

function ReportView({ report }: { report: Report }) {
  const byMonth = report.periods.every(({ startsOn }) => startsOn.endsWith('-01'));
  const periods = report.periods.map(({ startsOn }) => ({
    key: startsOn,
    label: formatPeriod(startsOn, byMonth),
  }));
  const ends = [periods[0]?.label ?? '', periods.at(-1)?.label ?? ''];
  const per = byMonth ? 'month' : 'week';

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section aria-labelledby="course-heading" className="grid gap-3">
        <h2 id="course-heading" className="text-lg">
          By {per}
        </h2>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
          {COUNTED.map(({ name, of }) => {
            const values = report.periods.map((period) => period[of]);
            const sum = values.reduce((total, value) => total + value, 0);
            return (
              <BarChart
                key={of}
                title={`${name} per ${per}`}
                scope={`per ${per}`}
                head="Period"
                periods={periods}
                axis={ends}
                panels={[{ name, summary: formatCount(sum), values, height: 'h-36' }]}
              />
            );
          })}
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
