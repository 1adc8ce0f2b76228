import { pino } from 'pino';
import type { Log } from '#server/lib/log.ts';

type Listener = (fields: Record<string, unknown>, message: string) => unknown;

/** A log that prints nothing; what is written with the given levels goes to their listeners. */
export function createTestLog(
  listeners: Partial<Record<'info' | 'warn' | 'error', Listener>> = {},
): Log {
  return Object.assign(pino({ level: 'silent' }), listeners);
}
