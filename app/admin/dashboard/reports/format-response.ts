import { formatMinutes } from '#shared/lib/duration.ts';
import { RESPONSE_MESSAGES as messages } from './messages.ts';

/** In a chart, for a value that is not known. */
export const UNKNOWN = -1;

/** '3 h 10', or that there are too few to say. */
export function minutesText(minutes: number | null): string {
  return minutes === null || minutes === UNKNOWN ? messages.tooFew : formatMinutes(minutes);
}

/** '83%', or that there are too few to say. */
export function percentText(percent: number | null): string {
  return percent === null || percent === UNKNOWN ? messages.tooFew : `${Math.floor(percent)}%`;
}
