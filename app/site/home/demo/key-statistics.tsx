import { useId, useState } from 'react';
import { PERIODS, type Period } from './demo-data.ts';
import { DEMO_MESSAGES } from './messages.ts';

type PeriodSwitchProps = { chosen: Period; onChoose: (period: Period) => void };

export function PeriodSwitch({ chosen, onChoose }: PeriodSwitchProps) {
  const name = useId();
  return (
    <fieldset className="desk-period noscript:hidden">
      <legend className="sr-only">{DEMO_MESSAGES.period}</legend>
      {PERIODS.map((period) => (
        <label key={period.label}>
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
    <dl>
      {statistics.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
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
    <div className="desk-chart">
      <div>
        <h4>{DEMO_MESSAGES.chart(period.label)}</h4>
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
        <table>
          <thead>
            <tr>
              <th scope="col">{DEMO_MESSAGES.period}</th>
              <th scope="col">{DEMO_MESSAGES.trips}</th>
            </tr>
          </thead>
          <tbody>
            {period.bars.map(({ label, trips }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{trips}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <svg
          viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
          role="img"
          aria-label={DEMO_MESSAGES.chartLabel(period.label, busiest?.label ?? '', max)}
        >
          {period.bars.map(({ label, trips }, index) => {
            const middle = Math.round(room * (index + 0.5));
            const height = Math.round((trips / max) * BAR_ROOM);
            return (
              <g key={label} className={trips === max ? 'desk-max' : undefined}>
                <rect x={middle - 14} y={AXIS_Y - height} width="28" height={height} rx="2" />
                <text x={middle} y={AXIS_Y - 6 - height}>
                  {trips}
                </text>
                <text x={middle} y={CHART_HEIGHT - 6}>
                  {label}
                </text>
              </g>
            );
          })}
          <path d={`M0 ${AXIS_Y}H${CHART_WIDTH}`} />
        </svg>
      )}
    </div>
  );
}
