import type { Logger } from 'pino';

/** Errors are logged under the key `error`. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;
