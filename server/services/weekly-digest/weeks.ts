import { localTime } from '#shared/lib/local-dates.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const MONDAY = 1;
const SENT_FROM_HOUR = 8;

/** The date so many days later, '2026-11-23'. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the week that a digest is due for: on the Monday after it, from 8:00 in office time on. Null at any other time. */
export function dueWeek(now: Date, timeZone: string): string | null {
  const local = new Date(localTime(now.getTime(), timeZone));
  if (local.getUTCDay() !== MONDAY || local.getUTCHours() < SENT_FROM_HOUR) return null;
  return addDays(local.toISOString().slice(0, 10), -7);
}
