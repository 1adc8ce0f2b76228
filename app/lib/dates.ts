/** In the company's zone, so that the dates of server and browser match. */
function format(iso: string, dateStyle: 'medium' | 'long', timeZone: string): string {
  const options = { dateStyle, timeZone: timeZone || 'UTC' };
  return new Intl.DateTimeFormat('en-US', options).format(new Date(iso));
}

/** 'Nov 3, 2026' */
export function formatShortDate(iso: string, timeZone: string): string {
  return format(iso, 'medium', timeZone);
}

/** 'November 3, 2026' */
export function formatLongDate(iso: string, timeZone: string): string {
  return format(iso, 'long', timeZone);
}
