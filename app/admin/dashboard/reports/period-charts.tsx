import { BarChart } from './bar-chart.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import type { Report } from '#shared/dashboard/admin-schema.ts';
import { REPORTS_MESSAGES as messages } from './messages.ts';

const UTC = { month: 'short', timeZone: 'UTC' } as const;
const FORMATS = {
  month: new Intl.DateTimeFormat('en-US', { ...UTC, year: 'numeric' }),
  week: new Intl.DateTimeFormat('en-US', { ...UTC, day: '2-digit' }),
};

export function formatPeriods(given: readonly { startsOn: string }[]) {
  const per = given.every(({ startsOn }) => startsOn.endsWith('-01')) ? 'month' : 'week';
  const periods = given.map(({ startsOn }) => ({
    key: startsOn,
    label: FORMATS[per].format(new Date(startsOn)),
  }));
  return { per, periods } as const;
}

type Counted = readonly ('orders' | 'messages')[];

const ALL: Counted = ['orders', 'messages'];

export function PeriodCharts({ report, of: counted = ALL }: { report: Report; of?: Counted }) {
  const { per, periods } = formatPeriods(report.periods);
  return (
    <Section title={messages.by(per)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2">
        {counted.map((of) => {
          const name = messages.counted[of];
          const values = report.periods.map((period) => period[of]);
          return (
            <BarChart
              key={of}
              title={`${name} ${messages.per(per)}`}
              scope={messages.per(per)}
              head={messages.period}
              periods={periods}
              axis={[periods[0]?.label ?? '', periods.at(-1)?.label ?? '']}
              panels={[{ name, values, height: 'h-36' }]}
            />
          );
        })}
      </div>
    </Section>
  );
}
