import { localDate, startOfLocalDate } from '#shared/lib/local-dates.ts';
import { nextOpenAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import type { BadgeTone } from '#app/admin/ui/badge.tsx';
import { formatAdminDate, formatAdminTime } from '#app/admin/ui/dates.ts';
import type { CONVERSATION_SCREEN_MESSAGES } from './messages.ts';

export type SnoozeChoice = keyof typeof CONVERSATION_SCREEN_MESSAGES.snoozeChoices;

const SOON_MS = 30 * 60_000;

/** How urgent an answer is: red once it is overdue, yellow in the last half hour. */
export function urgencyOf(dueAt: string, now: number): { tone: BadgeTone; isOverdue: boolean } {
  const left = new Date(dueAt).getTime() - now;
  if (left <= 0) return { tone: 'red', isOverdue: true };
  return { tone: left <= SOON_MS ? 'yellow' : 'green', isOverdue: false };
}

const DAY_MS = 24 * 60 * 60_000;

/** The times that an enquiry is snoozed until: in an hour, or when the office opens on a day or after it. */
export function snoozeTimes(now: number, hours: OfficeHours): Record<SnoozeChoice, Date> {
  const today = localDate(new Date(now), hours.timeZone);
  function morning(days: number): Date {
    const date = new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
    const start = startOfLocalDate(date, hours.timeZone);
    return nextOpenAt(start, hours) ?? start;
  }
  const weekday = new Date(today).getUTCDay();
  return {
    hour: new Date(now + 60 * 60_000),
    tomorrow: morning(1),
    monday: morning((8 - weekday) % 7 || 7),
    week: morning(7),
  };
}

/** 'Nov 03, 2026 14:05' */
export function momentText(instant: Date): string {
  const iso = instant.toISOString();
  return `${formatAdminDate(iso)} ${formatAdminTime(iso)}`;
}
