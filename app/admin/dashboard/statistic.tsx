import type { ReactNode } from 'react';

/** A figure that may still be on its way, or may not have come. */
export function Statistic({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  if (children !== undefined && children !== null) return children;
  if (isLoading) {
    return (
      <>
        <span aria-hidden className="skeleton inline-block h-7 w-16 align-middle" />
        <span className="sr-only">Loading...</span>
      </>
    );
  }
  return (
    <>
      <span aria-hidden>—</span>
      <span className="sr-only">not known</span>
    </>
  );
}
