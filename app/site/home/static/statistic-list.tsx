import type { ReactNode } from 'react';
import type { ShownStatistic, StatisticKey } from '#shared/claims/values.ts';
import type { Statistic } from './messages.ts';

const YEARS_COUNTED = 23;

export type ShownStatistics = Partial<Record<StatisticKey, ShownStatistic>>;

type Props = {
  statistics: readonly Statistic[];
  shown: ShownStatistics;
  className: string;
  itemClass: string;
  valueClass?: string;
};

export function StatisticList({ statistics, shown, className, itemClass, valueClass = '' }: Props) {
  return (
    <dl className={`grid ${className}`}>
      {statistics.map(({ key, label, ...stated }) => (
        <div
          key={key}
          className={`flex flex-col-reverse justify-end gap-1 border-line ${itemClass}`}
        >
          <dt className="text-sm text-ink-muted">{label}</dt>
          <dd
            className={`font-display text-2xl font-semibold lg:text-3xl tracking-tight tabular-nums ${valueClass}`}
          >
            {showStatistic((key !== 'founded' && shown[key]) || stated)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function showStatistic({ value, suffix }: ShownStatistic): ReactNode {
  const text = `${value}${suffix}`;
  if (!Number.isInteger(value)) return text;
  return (
    <span className="count-up">
      <span>
        <span
          className="count-up-shown"
          data-from={value > 1900 ? value - YEARS_COUNTED : 0}
          data-to={value}
          data-suffix={suffix}
        >
          <span className="count-up-number">{text}</span>
        </span>
      </span>
    </span>
  );
}
