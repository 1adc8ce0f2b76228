import { DataTable } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { CHART_MESSAGES as messages } from './messages.ts';

type Panel = {
  name: string;
  /** Shown instead of the sum of all bars. */
  summary?: string;
  values: number[];
  /** Top of the scale; by default the highest value. */
  max?: number;
  lines?: number[];
  textOf?: (value: number) => string;
  toneOf?: (value: number) => string;
  height: string;
};

type Props = {
  title: string;
  scope: string;
  head: string;
  periods: { key: string; label: string }[];
  slots?: number;
  axis: string[];
  panels: Panel[];
};

const STEP = 10;
const GAP = 2;
const HEIGHT = 100;

export function BarChart({ title, scope, head, periods, slots, axis, panels }: Props) {
  return (
    <figure className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4">
      <figcaption className="font-semibold">{title}</figcaption>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {panels.map((panel) => (
          <Bars
            key={panel.name}
            panel={panel}
            scope={scope}
            periods={periods}
            width={Math.max(1, slots ?? 0, periods.length) * STEP}
          />
        ))}
        <p aria-hidden className="-mt-2 flex justify-between gap-2 text-ink-muted tabular-nums">
          {axis.map((label, index) => (
            <span key={index}>{label}</span>
          ))}
        </p>
      </div>
      <details>
        <summary className="w-fit font-medium text-accent">{messages.showTable}</summary>
        <div className="mt-2">
          <DataTable
            label={messages.table(title)}
            columns={[
              { label: head, isHead: true, renderCell: ({ label }) => label },
              ...panels.map(({ name, values, textOf = formatCount }) => ({
                label: name,
                isEnd: true,
                renderCell: (_: object, index: number) => textOf(values[index] ?? 0),
              })),
            ]}
            keyOf={({ key }) => key}
            rows={periods}
          />
        </div>
      </details>
    </figure>
  );
}

type BarsProps = Pick<Props, 'scope' | 'periods'> & { panel: Panel; width: number };

function Bars({ panel, scope, periods, width }: BarsProps) {
  const { name, values, lines = [], textOf = formatCount, toneOf, height } = panel;
  const summary = panel.summary ?? formatCount(values.reduce((sum, value) => sum + value, 0));
  const max = panel.max ?? Math.max(1, ...values);
  const yOf = (value: number) => HEIGHT - (value / max) * HEIGHT;
  return (
    <div className="grid gap-1">
      <p className="flex justify-between gap-4">
        <span className="text-ink-muted">
          {name}
          {lines.length > 0 && messages.lines(lines)}
        </span>
        <span className="sr-only">: </span>
        <span className="font-semibold tabular-nums">{summary}</span>
      </p>
      <svg
        role="img"
        aria-label={messages.image(name, scope, summary)}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`w-full border-b border-line ${height}`}
      >
        {lines.map((value) => (
          <line
            key={value}
            x1="0"
            x2={width}
            y1={yOf(value)}
            y2={yOf(value)}
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        ))}
        {periods.map(({ key, label }, index) => {
          const value = values[index] ?? 0;
          const y = yOf(Math.max(0, value));
          return (
            <g key={key}>
              <title>{`${label}: ${textOf(value)}`}</title>
              <rect
                x={index * STEP}
                width={STEP}
                height={HEIGHT}
                className="fill-transparent hover:fill-surface-sunken"
              />
              <rect
                x={index * STEP + GAP / 2}
                y={y}
                width={STEP - GAP}
                height={HEIGHT - y}
                className={`pointer-events-none ${toneOf?.(value) ?? 'fill-accent'}`}
              />
            </g>
          );
        })}
      </svg>
    </div>
  );
}
