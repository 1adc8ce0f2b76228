/** The administrator's time zone as a part of a query. */
export function timeZoneQuery(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return `time_zone=${encodeURIComponent(timeZone || 'UTC')}`;
}
