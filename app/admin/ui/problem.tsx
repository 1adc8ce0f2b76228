import type { ReactNode } from 'react';

/** What has failed, if anything has; it is read out. */
export function Problem({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p role="alert" className="font-medium text-alert">
      {children}
    </p>
  );
}
