import { weekStarts } from '#shared/lib/local-dates.ts';

/** Written on Monday from 8:00 on, so that it lies there when the week begins. */
const WRITTEN_AFTER_MS = 8 * 60 * 60 * 1_000;

/** The Monday of the week whose digest is due: from 8:00 on the Monday after it, in office time, until the next one is. */
export function dueWeek(now: Date, timeZone: string): string {
  const [week = ''] = weekStarts(new Date(now.getTime() - WRITTEN_AFTER_MS), timeZone, 2);
  return week;
}
