import { formatCount } from './format-count.ts';

export type Bar = { key: string; label: string; values: number[] };

type Props = {
  title: string;
  /** What each value of a bar counts; the second is drawn over the first. */
  series: string[];
  bars: Bar[];
};

const TONES = ['fill-accent', 'fill-alert'];
const STEP = 10;
const GAP = 2;
const HEIGHT = 100;

function sumOf(bars: Bar[], index: number): number {
  return bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

/** Bars over a time axis, and the same figures as a table. */
export function BarChart({ title, series, bars }: Props) {
  const most = Math.max(1, ...bars.flatMap(({ values }) => values));
  const totals = series.map((name, index) => `${name}: ${formatCount(sumOf(bars, index))}`);
  const middle = bars[Math.floor((bars.length - 1) / 2)];

  return (
    <figure className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{title}</span>
        <span className="flex flex-wrap gap-4 text-ink-muted">
          {totals.map((total, index) => (
            <span key={total} className="inline-flex items-center gap-1.5 tabular-nums">
              <svg viewBox="0 0 10 10" aria-hidden className={`size-2.5 ${TONES[index] ?? ''}`}>
                <rect width="10" height="10" rx="2" />
              </svg>
              {total}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="text-ink-muted">
        <p aria-hidden className="tabular-nums">
          {formatCount(most)}
        </p>
        <svg
          role="img"
          aria-label={`${title}. ${totals.join(', ')}. The figures are in the table below.`}
          viewBox={`0 0 ${Math.max(1, bars.length) * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-36 w-full border-y border-line"
        >
          {bars.map(({ key, label, values }, index) => (
            <g key={key}>
              <title>
                {`${label}: ${series.map((name, of) => `${formatCount(values[of] ?? 0)} ${name}`).join(', ')}`}
              </title>
              <rect
                x={index * STEP}
                width={STEP}
                height={HEIGHT}
                className="fill-transparent hover:fill-surface-sunken"
              />
              {values.map((value, of) => (
                <rect
                  key={series[of]}
                  x={index * STEP + GAP / 2}
                  y={HEIGHT - (value / most) * HEIGHT}
                  width={STEP - GAP}
                  height={(value / most) * HEIGHT}
                  className={`pointer-events-none ${TONES[of] ?? ''}`}
                />
              ))}
            </g>
          ))}
        </svg>
        <p aria-hidden className="flex justify-between gap-2 tabular-nums">
          <span>{bars[0]?.label}</span>
          {bars.length > 4 && <span>{middle?.label}</span>}
          {bars.length > 1 && <span>{bars.at(-1)?.label}</span>}
        </p>
      </div>
      <details>
        <summary className="w-fit font-medium text-accent">Show as a table</summary>
        <div
          role="region"
          aria-label={`${title}, table`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys (WCAG 2.1.1)
          tabIndex={0}
          className="mt-2 max-h-72 overflow-auto"
        >
          <table className="admin-table">
            <thead>
              <tr>
                <th scope="col">Period</th>
                {series.map((name) => (
                  <th key={name} scope="col" data-end>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.map(({ key, label, values }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {series.map((name, index) => (
                    <td key={name} data-end>
                      {formatCount(values[index] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
