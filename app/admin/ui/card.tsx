import type { ReactNode } from 'react';

type Props = { label: string; value: ReactNode; hint?: ReactNode; badge?: ReactNode };

/** One figure with its name. */
export function StatCard({ label, value, hint, badge }: Props) {
  return (
    <div className="card grid content-start gap-1 p-4">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="font-sans text-sm font-medium tracking-normal text-ink-muted">{label}</h3>
        {badge}
      </div>
      <p className="font-display text-2xl font-semibold tabular-nums">{value}</p>
      {hint && <p className="text-sm text-ink-muted">{hint}</p>}
    </div>
  );
}
