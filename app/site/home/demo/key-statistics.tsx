import { useId, useState } from 'react';
import { PERIODS, type Period } from './demo-data.ts';
import { DEMO_MESSAGES } from './messages.ts';

type PeriodSwitchProps = { chosen: Period; onChoose: (period: Period) => void };

export function PeriodSwitch({ chosen, onChoose }: PeriodSwitchProps) {
  const name = useId();
  return (
    <fieldset className="grid grid-cols-[repeat(3,1fr)] rounded border border-line-strong noscript:hidden @max-[18rem]:grid-cols-[1fr]">
      <legend className="sr-only">{DEMO_MESSAGES.period}</legend>
      {PERIODS.map((period) => (
        <label
          key={period.label}
          className="grid min-h-11 place-items-center rounded-[calc(var(--radius)-1px)] text-center has-checked:bg-accent has-checked:font-semibold has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent print:has-checked:text-ink"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={period === chosen}
            onChange={() => onChoose(period)}
          />
          {period.label}
        </label>
      ))}
    </fieldset>
  );
}

export function KeyStatistics({ period }: { period: Period }) {
  const trips = period.bars.reduce((sum, bar) => sum + bar.trips, 0);
  const statistics = [
    { label: DEMO_MESSAGES.trips, value: trips.toLocaleString('en-US') },
    { label: DEMO_MESSAGES.onTime, value: `${period.onTimePercent}%` },
    { label: DEMO_MESSAGES.daysPerTrip, value: period.averageDays.toFixed(1) },
  ];
  return (
    <dl className="grid grid-cols-[repeat(3,1fr)] gap-2 @max-[18rem]:grid-cols-[1fr] @min-[44rem]:grid-cols-[1fr] @min-[44rem]:gap-0">
      {statistics.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end @min-[44rem]:flex-row @min-[44rem]:items-baseline @min-[44rem]:justify-between @min-[44rem]:border-b @min-[44rem]:border-line @min-[44rem]:py-2"
        >
          <dt className="text-ink-muted">{label}</dt>
          <dd className="font-display text-xl/[inherit] font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const CHART_WIDTH = 320;
const CHART_HEIGHT = 220;
const AXIS_Y = CHART_HEIGHT - 24;
const BAR_ROOM = 170;

export function TripsChart({ period }: { period: Period }) {
  const [isTable, setIsTable] = useState(false);
  const max = Math.max(...period.bars.map(({ trips }) => trips));
  const room = CHART_WIDTH / period.bars.length;
  const busiest = period.bars.find(({ trips }) => trips === max);
  return (
    <div className="@min-[44rem]:col-2 @min-[44rem]:row-[1/3] @min-[68rem]:col-1 @min-[68rem]:row-auto">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h4 className="font-semibold">{DEMO_MESSAGES.chart(period.label)}</h4>
        <button
          type="button"
          aria-pressed={isTable}
          className="link noscript:hidden"
          onClick={() => setIsTable(!isTable)}
        >
          {DEMO_MESSAGES.asTable}
        </button>
      </div>
      {isTable ? (
        <table className="w-full">
          <thead>
            <tr>
              <th scope="col">{DEMO_MESSAGES.period}</th>
              <th scope="col" className="text-end!">
                {DEMO_MESSAGES.trips}
              </th>
            </tr>
          </thead>
          <tbody>
            {period.bars.map(({ label, trips }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="text-end">{trips}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <svg
          viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
          role="img"
          aria-label={DEMO_MESSAGES.chartLabel(period.label, busiest?.label ?? '', max)}
          className="max-h-56 w-full fill-ink text-[12px]"
          textAnchor="middle"
        >
          {period.bars.map(({ label, trips }, index) => {
            const middle = Math.round(room * (index + 0.5));
            const height = Math.round((trips / max) * BAR_ROOM);
            return (
              <g key={label}>
                <rect
                  x={middle - 14}
                  y={AXIS_Y - height}
                  width="28"
                  height={height}
                  rx="2"
                  className={trips === max ? 'fill-accent' : 'fill-accent-2/40'}
                />
                <text x={middle} y={AXIS_Y - 6 - height}>
                  {trips}
                </text>
                <text x={middle} y={CHART_HEIGHT - 6} className="fill-ink-muted">
                  {label}
                </text>
              </g>
            );
          })}
          <path d={`M0 ${AXIS_Y}H${CHART_WIDTH}`} className="stroke-line-strong" />
        </svg>
      )}
    </div>
  );
}
