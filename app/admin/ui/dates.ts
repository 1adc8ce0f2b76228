import { getClockCity } from '#shared/office-hours/sentences.ts';
import type { OfficeClock } from '#shared/office-hours/values.ts';
import { UI_MESSAGES } from './messages.ts';

// Local time zone: the server never renders these screens.
const DATE = { month: 'short', day: '2-digit', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const parts = new Intl.DateTimeFormat('en-US', DATE);
const time = new Intl.DateTimeFormat('en-GB', TIME);
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

/** On the office's clocks: 'Nov 03, 2026 09:54', with the place if the reader's clocks differ. */
export function formatOfficeMoment(iso: string, office: OfficeClock): string {
  const { timeZone } = office;
  const date = new Date(iso).toLocaleDateString('en-US', { ...DATE, timeZone });
  const text = `${date} ${new Date(iso).toLocaleTimeString('en-GB', { ...TIME, timeZone })}`;
  return text === formatMoment(iso) ? text : UI_MESSAGES.inPlace(text, getClockCity(office));
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
