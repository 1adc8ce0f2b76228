import { errorCode, errorText } from '#server/lib/files.ts';

export class UsageError extends Error {}

export function reportFailure(error: unknown, usage: string): void {
  const isUsage =
    error instanceof UsageError || errorCode(error)?.startsWith('ERR_PARSE_ARGS_') === true;
  process.stderr.write(`${errorText(error)}\n${isUsage ? `\n${usage}` : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}

export async function endCommand(
  run: (argv: string[], signal: AbortSignal) => Promise<string>,
  usage: string,
): Promise<void> {
  // A parent that died no longer reads stderr; the command still has to clean up.
  process.stderr.on('error', () => undefined);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort());
  }
  try {
    process.stdout.write(`${await run(process.argv.slice(2), stopping.signal)}\n`);
    process.exitCode = 0;
  } catch (error) {
    reportFailure(stopping.signal.aborted ? new Error('Interrupted.') : error, usage);
  }
}
