// Same zone on server and browser, so that dates match.
const timeZone = 'Europe/Istanbul';

const shortDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });

/** 'Nov 3, 2026' */
export function formatShortDate(iso: string): string {
  return shortDate.format(new Date(iso));
}

/** 'November 3, 2026' */
export function formatLongDate(iso: string): string {
  return longDate.format(new Date(iso));
}
