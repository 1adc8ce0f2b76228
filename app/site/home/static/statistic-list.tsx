import type { Statistic } from '#app/site/home/messages.ts';

const YEARS_COUNTED = 23;

type Props = {
  statistics: readonly Statistic[];
  className: string;
  itemClass: string;
  valueClass?: string;
};

/** Headline figures that count up when they come into view (see home.css); a year starts near itself. */
export function StatisticList({ statistics, className, itemClass, valueClass = '' }: Props) {
  return (
    <dl className={`grid ${className}`}>
      {statistics.map(({ value, suffix, label }) => (
        <div
          key={label}
          className={`flex flex-col-reverse justify-end gap-1 border-line ${itemClass}`}
        >
          <dt className="text-sm text-ink-muted">{label}</dt>
          <dd
            className={`font-display text-2xl font-semibold lg:text-3xl tracking-tight tabular-nums ${valueClass}`}
          >
            <span className="count-up">
              <span>
                <span
                  className="count-up-shown"
                  data-from={value > 1900 ? value - YEARS_COUNTED : 0}
                  data-to={value}
                  data-suffix={suffix}
                >
                  <span className="count-up-number">{`${value}${suffix}`}</span>
                </span>
              </span>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
