import type { BadgeTone } from '#app/admin/ui/badge.tsx';

const SOON_MS = 30 * 60_000;

/** How urgent an answer is: red once it is overdue, yellow in the last half hour. */
export function urgencyOf(dueAt: string, now: number): { tone: BadgeTone; isOverdue: boolean } {
  const left = new Date(dueAt).getTime() - now;
  if (left <= 0) return { tone: 'red', isOverdue: true };
  return { tone: left <= SOON_MS ? 'yellow' : 'green', isOverdue: false };
}

/** The times that an enquiry is snoozed until, on the administrator's own clock. */
export function snoozeTimes(now: number) {
  function morning(days: number): Date {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    day.setHours(9, 0, 0, 0);
    return day;
  }
  const weekday = new Date(now).getDay();
  return {
    hour: new Date(now + 60 * 60_000),
    tomorrow: morning(1),
    monday: morning((8 - weekday) % 7 || 7),
    week: morning(7),
  };
}
