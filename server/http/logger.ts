import { pino, type Logger } from 'pino';
import type { Config } from '../config.ts';

/** Structured JSON logs on standard output; anything that could identify a person's secret is cut out. */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', '*.password', 'token', '*.token', 'connection.password'],
    serializers: { error: pino.stdSerializers.err },
  });
}
