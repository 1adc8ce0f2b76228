import { appendFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceContext } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { readIfPresent } from '#server/lib/files.ts';

const DAY_MS = 24 * 60 * 60_000;
const WRITE_INTERVAL_MS = 10_000;
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Counts failed submissions of the processes of one machine in a file, since the database may be what fails. A count that cannot be
 * written yet stays in memory.
 */
export function createFailedSubmissions(dataDir: string, now: () => Date) {
  const file = path.join(dataDir, 'failed-submissions.log');
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;

  async function readRecent(): Promise<[line: string, count: number][]> {
    const since = new Date(now().getTime() - DAY_MS).toISOString();
    const lines = ((await readIfPresent(file)) ?? '').split('\n').filter((line) => line >= since);
    return lines.map((line) => [line, Number(line.split(' ')[1])]);
  }

  async function write(count: number): Promise<void> {
    const size = await stat(file).then(
      (status) => status.size,
      () => 0,
    );
    if (size > MAX_FILE_BYTES) {
      await writeFile(file, (await readRecent()).map(([line]) => `${line}\n`).join(''));
    }
    await appendFile(file, `${now().toISOString()} ${count}\n`, { mode: 0o600 });
  }

  function flush(): void {
    const count = pending;
    pending = 0;
    timer = setTimeout(() => {
      timer = undefined;
      if (pending > 0) flush();
    }, WRITE_INTERVAL_MS).unref();
    write(count).catch(() => (pending += count));
  }

  return {
    add(): void {
      pending += 1;
      if (!timer) flush();
    },
    async countLastDay(): Promise<number> {
      return (await readRecent()).reduce((sum, [, count]) => sum + count, pending);
    },
  };
}

/** Counts a submission that fails for a reason of ours. What a visitor has to correct is not a failure. */
export async function countFailure<T>(
  ctx: Pick<ServiceContext, 'failedSubmissions'>,
  kind: 'order' | 'message',
  submit: () => Promise<T>,
): Promise<T> {
  try {
    return await submit();
  } catch (error) {
    if (!(error instanceof ServiceError)) ctx.failedSubmissions?.add(kind);
    throw error;
  }
}
