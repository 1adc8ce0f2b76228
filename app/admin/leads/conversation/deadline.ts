import { localDate, startOfLocalDate } from '#shared/lib/local-dates.ts';
import { nextOpenAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import type { CONVERSATION_SCREEN_MESSAGES } from './messages.ts';

export type SnoozeChoice = keyof typeof CONVERSATION_SCREEN_MESSAGES.snoozeChoices;

export const DAY_MS = 24 * 60 * 60_000;

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
