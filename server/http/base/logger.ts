import { pino, type Logger } from 'pino';
import type { Config } from '#server/core/config.ts';
import type { Log } from '#server/lib/log.ts';
import { LIMITS } from '#server/core/limits.ts';
import { type LogOutput, toStandardOutput } from './log-output.ts';
import { createRepetitionFilter } from './repeated-failures.ts';

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

// JSON leaves them as they are: controls of terminals (C1), of the direction of writing, and line separators.
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The same JSON, in which nothing that a visitor has sent can change how a line looks. */
function escapeUnseen(line: string): string {
  return line.replaceAll(UNSEEN, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

/** Structured JSON logs; anything that could identify a person's secret is cut out, and a failure that repeats itself is counted. */
export function createLogger(
  config: Pick<Config, 'logLevel'>,
  output: Pick<LogOutput, 'write'> = toStandardOutput(),
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', '*.password', 'token', '*.token'],
      errorKey: 'error',
      serializers: { error: describeError },
      hooks: { logMethod: createRepetitionFilter(), streamWrite: escapeUnseen },
    },
    output,
  );
}

/** Ends the process on an error that nobody caught: in the log, where Node would write to a pipe that may stand still. */
export function endOnUncaught(log: Log): void {
  async function end(error: Error): Promise<void> {
    log.fatal({ error }, 'the process ends: an error was not caught');
    await toStandardOutput().drain(LIMITS.lastLog);
    process.exit(1);
  }
  process.on('uncaughtException', (error) => void end(error));
}
