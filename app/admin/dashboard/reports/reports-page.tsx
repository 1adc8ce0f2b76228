import { FilterSelect, QueryError, Toolbar } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { useFailureToast } from '#app/admin/ui/notify.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { useOrderOptions } from '#app/admin/data/order-options.tsx';
import { useRole } from '#app/admin/data/role.ts';
import { ExportButton } from '#app/admin/ui/export-button.tsx';
import type { ResponseReport } from '#shared/reports/admin-schema.ts';
import { REPORT_KINDS, type ReportKind } from '#shared/reports/values.ts';
import { ResponseSection } from './response-section.tsx';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { DASHBOARD_MESSAGES } from '#shared/dashboard/messages.ts';
import { REPORT_RANGES } from '#shared/dashboard/values.ts';
import type { Report, ReportShare } from '#shared/dashboard/admin-schema.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { ORDER_STATUSES, type OrderOptions } from '#shared/orders/values.ts';
import { REPORTS_MESSAGES as messages } from './messages.ts';
import { PeriodCharts } from './period-charts.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';

const DEFAULTS = { range: '12w', kind: 'all' };

const COUNTED = {
  all: ['orders', 'messages'],
  order: ['orders'],
  message: ['messages'],
} as const satisfies Record<ReportKind, readonly string[]>;

const LISTS = [
  { of: 'orderStatuses', kind: 'order', list: () => ORDER_STATUSES },
  { of: 'orderServices', kind: 'order', list: ({ services }: OrderOptions) => services },
  { of: 'orderBudgets', kind: 'order', list: ({ budgets }: OrderOptions) => budgets },
  { of: 'messageStatuses', kind: 'message', list: () => MESSAGE_STATUSES },
] as const;

export function ReportsPage() {
  const [{ range, kind }, setState] = useQueryState(DEFAULTS);
  const { may } = useRole();
  const options = useOrderOptions();
  const inRange = `range=${encodeURIComponent(range)}`;
  const filter = `${inRange}&kind=${encodeURIComponent(kind)}`;
  const report = useApiQuery<Report>(`dashboard/reports?${inRange}&${timeZoneQuery()}`);
  const responses = useApiQuery<ResponseReport>(`reports/responses?${filter}&${timeZoneQuery()}`);
  const { data } = report;
  const isLoading = report.isLoading || responses.isLoading;
  const counted = COUNTED[kind as ReportKind] ?? COUNTED.all;
  useFailureToast(report.error ?? responses.error, DASHBOARD_MESSAGES.reportsFailed);

  return (
    <AdminPage
      title={messages.title}
      actions={
        may('administration') && (
          <ExportButton
            label={messages.export}
            path={`reports/export.csv?${filter}`}
            fileName="enquiries.csv"
            messages={messages}
          />
        )
      }
    >
      <Toolbar>
        <FilterSelect
          label={messages.range}
          value={range}
          options={REPORT_RANGES}
          onChange={(value) => setState({ range: value })}
        />
        <FilterSelect
          label={messages.kind}
          value={kind}
          options={REPORT_KINDS}
          onChange={(value) => setState({ kind: value })}
        />
      </Toolbar>
      <p role="status" className="sr-only">
        {isLoading ? messages.loading : data && responses.data && messages.loaded}
      </p>
      <QueryError query={responses} />
      {!responses.data && responses.isLoading && <div aria-hidden className="skeleton h-64" />}
      {responses.data && <ResponseSection report={responses.data} />}
      <QueryError query={report} />
      {!data && report.isLoading && <div aria-hidden className="skeleton h-64" />}
      {data && (
        <>
          <PeriodCharts report={data} of={counted} />
          <Section title={messages.shares}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
              {LISTS.filter((list) => kind === 'all' || list.kind === kind).map(({ of, list }) => (
                <ShareTable key={of} {...messages[of]} options={list(options)} shares={data[of]} />
              ))}
            </div>
          </Section>
        </>
      )}
    </AdminPage>
  );
}

type Props = {
  title: string;
  heading: string;
  options: readonly { value: string; label: string; isArchived?: boolean }[];
  shares: readonly ReportShare[];
};

function ShareTable({ title, heading, options, shares }: Props) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="card overflow-x-auto p-4">
      <table className="admin-table">
        <caption className="pb-2 text-start font-semibold">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{messages.share}</th>
            <th scope="col" data-end>
              {messages.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ value, label, isArchived }) => {
            const count = shares.find((share) => share.value === value)?.count ?? 0;
            if (isArchived && count === 0) return null;
            const percent = total === 0 ? 0 : Math.round((100 * count) / total);
            return (
              <tr key={value}>
                <th scope="row" className="font-normal">
                  {label}
                </th>
                <td className="whitespace-nowrap">
                  <svg
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    aria-hidden
                    className="me-2 inline-block h-2 w-16 rounded-sm bg-surface-sunken sm:w-40"
                  >
                    <rect width={percent} height="8" className="fill-accent" />
                  </svg>
                  {`${percent}%`}
                </td>
                <td data-end>{formatCount(count)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {messages.all}
            </th>
            <td data-end>{formatCount(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
