import { formatAdminTime } from '#app/admin/ui/dates.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';
import {
  HIGH_THREAT_SCORE,
  MEDIUM_THREAT_SCORE,
  threatLevelOf,
} from '#shared/security-events/values.ts';
import type { TrafficHour } from '#shared/security-events/admin-schema.ts';

const STEP = 10;
const GAP = 2;
const HEIGHT = 100;
const HOURS = 24;
const LABELS = [0, 6, 12, 18];

const SCORE_TONES = { low: 'fill-ink-muted', medium: 'fill-warn', high: 'fill-alert' };

type Panel = {
  name: string;
  figure: string;
  /** Where the top of the panel lies. */
  most: number;
  lines?: number[];
  valueOf: (hour: TrafficHour) => number;
  textOf: (hour: TrafficHour) => string;
  toneOf: (hour: TrafficHour) => string;
  height: string;
};

function sumOf(hours: TrafficHour[], of: 'requests' | 'blocked'): number {
  return hours.reduce((sum, hour) => sum + hour[of], 0);
}

function scoreText({ highestScore }: TrafficHour): string {
  return highestScore === null ? 'no event' : String(highestScore);
}

function panelsOf(hours: TrafficHour[]): Panel[] {
  const highest = Math.max(-1, ...hours.map(({ highestScore }) => highestScore ?? -1));
  return [
    {
      name: 'Requests',
      figure: formatCount(sumOf(hours, 'requests')),
      most: Math.max(1, ...hours.map(({ requests }) => requests)),
      valueOf: ({ requests }) => requests,
      textOf: ({ requests }) => formatCount(requests),
      toneOf: () => 'fill-accent',
      height: 'h-28',
    },
    {
      name: 'Blocked',
      figure: formatCount(sumOf(hours, 'blocked')),
      most: Math.max(1, ...hours.map(({ blocked }) => blocked)),
      valueOf: ({ blocked }) => blocked,
      textOf: ({ blocked }) => formatCount(blocked),
      toneOf: () => 'fill-alert',
      height: 'h-16',
    },
    {
      name: 'Highest threat score',
      figure: highest < 0 ? 'no event' : String(highest),
      most: 100,
      lines: [MEDIUM_THREAT_SCORE, HIGH_THREAT_SCORE],
      valueOf: ({ highestScore }) => highestScore ?? 0,
      textOf: scoreText,
      toneOf: ({ highestScore }) => SCORE_TONES[threatLevelOf(highestScore ?? 0)],
      height: 'h-16',
    },
  ];
}

/** Requests, blocks and the highest score of each hour of the day so far, as drawings over one axis and as a table. */
export function TrafficCharts({ hours }: { hours: TrafficHour[] }) {
  const slots = Math.max(HOURS, hours.length);
  const panels = panelsOf(hours);
  const dayStart = new Date(hours[0]?.startedAt ?? 0).getTime();
  return (
    <figure className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <figcaption className="font-semibold">Traffic by hour, today</figcaption>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {panels.map((panel) => (
          <ChartPanel key={panel.name} panel={panel} hours={hours} slots={slots} />
        ))}
        <p aria-hidden className="-mt-2 grid grid-cols-4 text-ink-muted tabular-nums">
          {LABELS.map((hour) => (
            <span key={hour}>
              {formatAdminTime(new Date(dayStart + hour * 3_600_000).toISOString())}
            </span>
          ))}
        </p>
      </div>
      <details>
        <summary className="w-fit font-medium text-accent">Show as a table</summary>
        <HourTable hours={hours} />
      </details>
    </figure>
  );
}

function ChartPanel({
  panel,
  hours,
  slots,
}: {
  panel: Panel;
  hours: TrafficHour[];
  slots: number;
}) {
  const { name, figure, most, lines = [], valueOf, textOf, toneOf, height } = panel;
  const yOf = (value: number) => HEIGHT - (value / most) * HEIGHT;
  return (
    <div className="grid gap-1">
      <p className="flex justify-between gap-4">
        <span className="text-ink-muted">
          {name}
          {lines.length > 0 && `, lines at ${lines.join(' and ')}`}
        </span>
        <span className="font-semibold tabular-nums">{figure}</span>
      </p>
      <svg
        role="img"
        aria-label={`${name} by hour: ${figure} today. The figures are in the table below.`}
        viewBox={`0 0 ${slots * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`w-full border-b border-line ${height}`}
      >
        {lines.map((value) => (
          <line
            key={value}
            x1="0"
            x2={slots * STEP}
            y1={yOf(value)}
            y2={yOf(value)}
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        ))}
        {hours.map((hour, index) => {
          const value = valueOf(hour);
          return (
            <g key={hour.startedAt}>
              <title>{`${formatAdminTime(hour.startedAt)}: ${textOf(hour)}`}</title>
              <rect
                x={index * STEP}
                width={STEP}
                height={HEIGHT}
                className="fill-transparent hover:fill-surface-sunken"
              />
              <rect
                x={index * STEP + GAP / 2}
                y={yOf(value)}
                width={STEP - GAP}
                height={HEIGHT - yOf(value)}
                className={`pointer-events-none ${toneOf(hour)}`}
              />
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function HourTable({ hours }: { hours: TrafficHour[] }) {
  return (
    <div
      role="region"
      aria-label="Traffic by hour, today, table"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      className="mt-2 max-h-72 overflow-auto"
    >
      <table className="admin-table">
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col" data-end>
              Requests
            </th>
            <th scope="col" data-end>
              Blocked
            </th>
            <th scope="col" data-end>
              Highest score
            </th>
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour.startedAt}>
              <th scope="row" className="tabular-nums">
                {formatAdminTime(hour.startedAt)}
              </th>
              <td data-end>{formatCount(hour.requests)}</td>
              <td data-end>{formatCount(hour.blocked)}</td>
              <td data-end>{scoreText(hour)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
