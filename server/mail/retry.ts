const FIRST_DELAY_MS = 30_000;
export const MAX_DELAY_MS = { later: 60 * 60_000, transport: 5 * 60_000 } as const;
const DAY_MS = 24 * 60 * 60_000;

export const RETRY_MS = 2 * DAY_MS;
/** Older mails are outdated and not sent. */
export const FRESH_MS = 3 * DAY_MS;

/** Doubles with jitter, so that simultaneous failures are not retried together. `random` is from 0 to 1. */
export function getRetryDelay(
  kind: keyof typeof MAX_DELAY_MS,
  attempts: number,
  random: number = Math.random(),
): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, attempts - 1), MAX_DELAY_MS[kind]);
  return delay * (0.75 + random / 2);
}

export function nextAttemptAt(
  kind: keyof typeof MAX_DELAY_MS,
  { attempts, since, now }: { attempts: number; since: Date; now: Date },
  random?: number,
): Date | null {
  const at = now.getTime() + getRetryDelay(kind, attempts, random);
  return at > since.getTime() + RETRY_MS ? null : new Date(at);
}
