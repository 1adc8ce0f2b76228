import type { Logger, LogFn } from 'pino';
import { createBoundedMap } from '#server/lib/bounded-map.ts';

type LogMethod = (this: Logger, args: Parameters<LogFn>, write: LogFn, level: number) => void;

type Repetition = { count: number; log: Logger; write: LogFn; error: unknown; message: string };

const INTERVAL_MS = 10_000;
const MAX_KINDS = 200;
const WARN = 40;

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** Messages may contain input, so the code or the place identifies a kind. */
function kindOf(message: string, error: unknown): string {
  if (!(error instanceof Error)) return message;
  const place = codeOf(error) ?? /\n\s+at .*/.exec(error.stack ?? '')?.[0] ?? '';
  return `${message}\n${error.name}\n${place}`;
}

function errorOf(fields: unknown): unknown {
  return typeof fields === 'object' && fields !== null && 'error' in fields
    ? fields.error
    : undefined;
}

/** Logs the first failure of a kind in full; later ones are counted and reported once per interval with an example. */
export function createRepetitionFilter(): LogMethod {
  const kinds = createBoundedMap<string, Repetition>({
    max: MAX_KINDS,
    onEvict: (_, repetition) => report(repetition),
  });
  let timer: NodeJS.Timeout | null = null;

  function report({ count, log, write, error, message }: Repetition): void {
    if (count === 0) return;
    const { name, message: text } = error as Error;
    const code = codeOf(error);
    const short = { name, ...(code === null ? {} : { code }), message: text };
    write.call(log, { error: short, repeated: count }, message);
  }

  function reportAll(): void {
    for (const [kind, repetition] of kinds) {
      report(repetition);
      if (repetition.count === 0) kinds.delete(kind);
      repetition.count = 0;
    }
    if (kinds.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  return function filter(args, write, level) {
    const [fields, message] = args as unknown[];
    const error = level < WARN ? undefined : errorOf(fields);
    if (!(error instanceof Error) || typeof message !== 'string') {
      write.apply(this, args);
      return;
    }
    const kind = kindOf(message, error);
    const known = kinds.get(kind);
    if (known) {
      Object.assign(known, { count: known.count + 1, log: this, error });
      return;
    }
    write.apply(this, args);
    kinds.set(kind, { count: 0, log: this, write, error, message });
    timer ??= setInterval(reportAll, INTERVAL_MS).unref();
  };
}
