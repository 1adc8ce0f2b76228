import { UI_MESSAGES } from './messages.ts';

// Local time zone: the server never renders these screens.
const parts = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** 'Nov 03, 2026' */
export function formatAdminDate(iso: string): string {
  return parts.format(new Date(iso));
}

export function formatAdminTime(iso: string): string {
  return time.format(new Date(iso));
}

export function formatMoment(iso: string): string {
  return `${formatAdminDate(iso)} ${formatAdminTime(iso)}`;
}

/** Value of a `datetime-local` input: '2026-11-23T10:05' */
export function localText(iso: string | number): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** '5 minutes ago', 'yesterday' */
export function formatRelative(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1_000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return seconds > 0 ? UI_MESSAGES.soon : UI_MESSAGES.justNow;
}
