import type { ReactNode } from 'react';

export type BadgeTone = 'yellow' | 'blue' | 'green' | 'red' | 'purple' | 'neutral';

/** A status in colour and in words. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className="admin-badge" data-tone={tone}>
      {children}
    </span>
  );
}
