import { formatMinutes } from '#shared/lib/duration.ts';
import { RESPONSE_MESSAGES as messages } from './messages.ts';

export const UNKNOWN = -1;

export function minutesText(minutes: number | null): string {
  return minutes === null || minutes === UNKNOWN ? messages.tooFew : formatMinutes(minutes);
}

export function percentText(percent: number | null): string {
  return percent === null || percent === UNKNOWN ? messages.tooFew : `${Math.floor(percent)}%`;
}
