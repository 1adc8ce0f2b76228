const month = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', timeZone: 'UTC' });

/** 'Nov 2026' for a month, 'Nov 16' for the week that starts then. */
export function formatPeriod(startsOn: string, isMonth: boolean): string {
  return (isMonth ? month : day).format(new Date(startsOn));
}
