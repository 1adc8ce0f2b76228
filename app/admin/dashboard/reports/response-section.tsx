import { MailQuestionMark } from 'lucide-react';
import { BarChart } from './bar-chart.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { EmptyState } from '#app/admin/ui/list.tsx';
import { Section, StatCards } from '#app/admin/ui/section.tsx';
import type { ResponseReport, ResponseSummary } from '#shared/reports/admin-schema.ts';
import { MAX_COUNTED } from '#shared/reports/values.ts';
import { RESPONSE_MESSAGES as messages } from './messages.ts';
import { formatPeriods } from './period-charts.tsx';
import { ResponseTable } from './response-table.tsx';
import { minutesText, percentText, UNKNOWN } from './format-response.ts';

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

function Trend({ report }: { report: ResponseReport }) {
  const { per, periods } = formatPeriods(report.periods);
  const valuesOf = (name: 'inTimePercent' | 'medianMinutes') =>
    report.periods.map((period) => period[name] ?? UNKNOWN);
  const shown = {
    scope: messages.trend.scope(per),
    head: messages.trend.head,
    periods,
    axis: [periods[0]?.label ?? '', periods.at(-1)?.label ?? ''],
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
      <BarChart
        title={messages.trend.inTime(per)}
        {...shown}
        panels={[
          {
            name: messages.labels.inTime,
            summary: percentText(report.inTimePercent),
            values: valuesOf('inTimePercent'),
            max: 100,
            textOf: percentText,
            height: 'h-36',
          },
        ]}
      />
      <BarChart
        title={messages.trend.median(per)}
        {...shown}
        panels={[
          {
            name: messages.labels.median,
            summary: minutesText(report.medianMinutes),
            values: valuesOf('medianMinutes'),
            textOf: minutesText,
            height: 'h-36',
          },
        ]}
      />
    </div>
  );
}
