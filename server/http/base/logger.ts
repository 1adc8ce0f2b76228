import { pino, type Logger } from 'pino';
import type { Config } from '#server/core/config.ts';
import type { Log } from '#server/lib/log.ts';
import { LIMITS } from '#server/core/limits.ts';
import { type LogOutput, toStandardOutput } from './log-output.ts';
import { createRepetitionFilter } from './repeated-failures.ts';

// Errors of the driver contain the whole connection.
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

// Invisible characters that JSON leaves: C1 controls, direction marks and separators.
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

function escapeUnseen(line: string): string {
  return line.replaceAll(UNSEEN, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

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

/** Logs first, because Node would write to a pipe that may block. */
export function endOnUncaught(log: Log): void {
  async function end(error: Error): Promise<void> {
    log.fatal({ error }, 'the process ends: an error was not caught');
    await toStandardOutput().drain(LIMITS.lastLog);
    process.exit(1);
  }
  process.on('uncaughtException', (error) => void end(error));
}
