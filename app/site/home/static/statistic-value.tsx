import type { Statistic } from '#app/site/home/messages.ts';

const YEARS_COUNTED = 23;

/** A headline figure that counts up when it comes into view (see home.css); a year starts near itself. */
export function StatisticValue({ value, suffix }: Pick<Statistic, 'value' | 'suffix'>) {
  return (
    <span className="tabular-nums">
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
    </span>
  );
}
