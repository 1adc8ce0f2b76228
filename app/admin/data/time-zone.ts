import { localDate } from '#shared/lib/local-dates.ts';

export function timeZoneQuery(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return `time_zone=${encodeURIComponent(timeZone || 'UTC')}`;
}

/** '2026-11-21' */
export function todayHere(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return localDate(new Date(), timeZone || 'UTC');
}
