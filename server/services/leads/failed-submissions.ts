import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';

const DAY_MS = 24 * 60 * 60_000;
const WRITE_INTERVAL_MS = 10_000;
const MAX_FILE_BYTES = 1024 * 1024;

/** Counted in a file, since the database may be what fails. */
export function createFailedSubmissions(dataDir: string, now: () => Date) {
  const file = path.join(dataDir, 'failed-submissions.log');
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;

  async function readRecent(): Promise<string[]> {
    const since = new Date(now().getTime() - DAY_MS).toISOString();
    const text = await readFile(file, 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line >= since);
  }

  async function write(): Promise<void> {
    const count = pending;
    if (count === 0) return;
    pending = 0;
    timer = setTimeout(() => {
      timer = undefined;
      void write();
    }, WRITE_INTERVAL_MS).unref();
    try {
      const { size } = await stat(file).catch(() => ({ size: 0 }));
      if (size > MAX_FILE_BYTES) await writeFile(file, `${(await readRecent()).join('\n')}\n`);
      await appendFile(file, `${now().toISOString()} ${count}\n`, { mode: 0o600 });
    } catch {
      pending += count;
    }
  }

  return {
    add(): void {
      pending += 1;
      if (!timer) void write();
    },
    async countLastDay(): Promise<number> {
      // A full disk truncates lines.
      const counts = (await readRecent()).map((line) => Number(line.split(' ').at(-1)) || 0);
      return counts.reduce((sum, count) => sum + count, pending);
    },
  };
}

/** Only our own failures count, not invalid input. */
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
