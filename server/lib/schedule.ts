export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Counted from midnight UTC; `at` is the offset within the period. */
export type Schedule = { every: number; at?: number };

export function getNextRun({ every, at = 0 }: Schedule, now: Date): Date {
  const periods = Math.floor((now.getTime() - at) / every) + 1;
  return new Date(periods * every + at);
}
