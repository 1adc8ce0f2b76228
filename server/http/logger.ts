import { pino, type Logger } from 'pino';
import type { Config } from '../config.ts';

// A driver's error carries its whole connection; only what explains the failure is logged.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  return {
    name,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Structured JSON logs on standard output; anything that could identify a person's secret is cut out. */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', '*.password', 'token', '*.token'],
    serializers: { error: describeError, err: describeError },
  });
}
