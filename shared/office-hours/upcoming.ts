import { localDate } from '#shared/lib/local-dates.ts';
import { dueAt } from './due-at.ts';
import type { OfficeHours } from './values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The hours with the exceptions that still matter for what arrives within so many days of `now`, or did the day before. */
export function upcomingHours(hours: OfficeHours, now: Date, days = 31): OfficeHours {
  const from = localDate(new Date(now.getTime() - DAY_MS), hours.timeZone);
  const last = dueAt(new Date(now.getTime() + days * DAY_MS), hours);
  const to = localDate(last, hours.timeZone);
  const exceptions = hours.exceptions.filter((one) => one.to >= from && one.from <= to);
  return { ...hours, exceptions };
}
