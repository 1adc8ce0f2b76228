import type { Logger } from 'pino';

/** The process's log, or a part of it. An error stands under the key `error`. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;
