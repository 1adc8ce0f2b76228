import type { ReactNode } from 'react';
import type { ProofNumber, ShownStatistic } from '#shared/claims/values.ts';

const YEARS_COUNTED = 23;

type Statistic = Pick<ProofNumber, 'key' | 'label' | 'value' | 'suffix'>;

export type ShownStatistics = Record<string, ShownStatistic>;

type Props = {
  statistics: readonly Statistic[];
  shown: ShownStatistics;
  className: string;
  itemClass: string;
  valueClass?: string;
};

export function StatisticList({ statistics, shown, className, itemClass, valueClass = '' }: Props) {
  if (statistics.length === 0) return null;
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
            {showStatistic({ ...stated, ...shown[key] })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function showStatistic({ value, suffix }: Pick<Statistic, 'value' | 'suffix'>): ReactNode {
  const text = `${value ?? ''}${suffix}`;
  if (value === null || !Number.isInteger(value)) return text;
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
