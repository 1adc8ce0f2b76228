import { MailQuestionMark } from 'lucide-react';
import { BarChart } from './bar-chart.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { EmptyState } from '#app/admin/ui/list.tsx';
import { Section, StatCards } from '#app/admin/ui/section.tsx';
import type {
  ResponseGroup,
  ResponseReport,
  ResponseSummary,
} from '#shared/reports/admin-schema.ts';
import { MAX_COUNTED, MAX_LISTED } from '#shared/reports/values.ts';
import { RESPONSE_MESSAGES as messages } from './messages.ts';
import { formatPeriods } from './period-charts.tsx';
import { DataTable } from '#app/admin/ui/list/data-table.tsx';
import { formatMinutes } from '#shared/lib/duration.ts';

const UNKNOWN = -1;

function minutesText(minutes: number | null): string {
  return minutes === null || minutes === UNKNOWN ? messages.tooFew : formatMinutes(minutes);
}

function percentText(percent: number | null): string {
  return percent === null || percent === UNKNOWN ? messages.tooFew : `${Math.floor(percent)}%`;
}

export function ResponseSection({ report }: { report: ResponseReport }) {
  return (
    <Section title={messages.title}>
      <p className="max-w-3xl text-ink-muted">{messages.intro}</p>
      {report.enquiries === 0 ? (
        <div className="card">
          <EmptyState icon={MailQuestionMark} title={messages.none} text={messages.noneText} />
        </div>
      ) : (
        <>
          {report.enquiries >= MAX_COUNTED && (
            <p className="font-medium">{messages.most(formatCount(MAX_COUNTED))}</p>
          )}
          <Summary report={report} />
          <Trend report={report} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 2xl:grid-cols-2">
            <ResponseTable {...messages.services} groups={report.services} />
            <ResponseTable {...messages.sourcePages} groups={report.sourcePages} />
            <ResponseTable {...messages.referrers} groups={report.referrers} />
            <ResponseTable {...messages.assignees} groups={report.assignees} />
          </div>
        </>
      )}
    </Section>
  );
}

function Summary({ report }: { report: ResponseSummary }) {
  const { enquiries, inTime, late, overdue } = report;
  return (
    <StatCards
      title={messages.summary}
      labels={messages.labels}
      isLoading={false}
      className="grid-cols-2 xl:grid-cols-4"
      values={{
        enquiries,
        median: minutesText(report.medianMinutes),
        ninetieth: minutesText(report.ninetiethMinutes),
        inTime: percentText(report.inTimePercent),
      }}
      hints={{
        enquiries: messages.pending(formatCount(enquiries - inTime - late)),
        median: messages.plain(minutesText(report.medianPlainMinutes)),
        ninetieth: messages.plain(minutesText(report.ninetiethPlainMinutes)),
        inTime: messages.ofWhich(
          formatCount(inTime),
          formatCount(inTime + late),
          formatCount(overdue),
        ),
      }}
    />
  );
}

const TRENDS = [
  { name: 'inTime', of: 'inTimePercent', textOf: percentText, max: { max: 100 } },
  { name: 'median', of: 'medianMinutes', textOf: minutesText, max: {} },
] as const;

function Trend({ report }: { report: ResponseReport }) {
  const { per, periods } = formatPeriods(report.periods);
  const axis = [periods[0]?.label ?? '', periods.at(-1)?.label ?? ''];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
      {TRENDS.map(({ name, of, textOf, max }) => (
        <BarChart
          key={name}
          title={messages.trend[name](per)}
          scope={messages.trend.scope(per)}
          head={messages.trend.head}
          periods={periods}
          axis={axis}
          panels={[
            {
              name: messages.labels[name],
              summary: textOf(report[of]),
              values: report.periods.map((period) => period[of] ?? UNKNOWN),
              textOf,
              height: 'h-36',
              ...max,
            },
          ]}
        />
      ))}
    </div>
  );
}

type Props = {
  title: string;
  heading: string;
  none: string;
  groups: readonly ResponseGroup[];
};

const COLUMNS = (
  [
    ['enquiries', ({ enquiries }) => formatCount(enquiries)],
    ['median', ({ medianMinutes }) => minutesText(medianMinutes)],
    ['ninetieth', ({ ninetiethMinutes }) => minutesText(ninetiethMinutes)],
    ['inTime', ({ inTimePercent }) => percentText(inTimePercent)],
    ['overdue', ({ overdue }) => formatCount(overdue)],
  ] satisfies [keyof typeof messages.columns, (group: ResponseGroup) => string][]
).map(([name, renderCell]) => ({ label: messages.columns[name], isEnd: true, renderCell }));

function ResponseTable({ title, heading, none, groups }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h3 className="text-base">{title}</h3>
      <DataTable
        label={title}
        isMain
        rows={groups}
        keyOf={({ value }) => value ?? ''}
        columns={[
          {
            label: heading,
            isHead: true,
            className: 'wrap-anywhere min-w-40',
            renderCell: ({ value }) => value ?? none,
          },
          ...COLUMNS,
        ]}
      />
      {groups.length >= MAX_LISTED && (
        <p className="text-sm text-ink-muted">{messages.listed(MAX_LISTED)}</p>
      )}
    </div>
  );
}
