export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A period of at most a day, counted from midnight UTC, and the offset of the run within it. */
export type Schedule = { every: number; at?: number };

export function getNextRun({ every, at = 0 }: Schedule, now: Date): Date {
  const periods = Math.floor((now.getTime() - at) / every) + 1;
  return new Date(periods * every + at);
}
