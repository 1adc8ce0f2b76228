import { lstat, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canSignal } from '#server/db/embedded-postgres/postmaster.ts';

const PREFIX = 'vitrin-rehearsal-';
const NAME = new RegExp(`^${PREFIX}(\\d+)-\\w{6}$`);

export function makeRehearsalFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** A database server may still run in a folder whose process was killed. */
export async function listOrphanedRehearsals(): Promise<string[]> {
  const orphaned: string[] = [];
  for (const name of await readdir(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    // A folder with our own pid belongs to an earlier process.
    const isOver = pid === process.pid || (pid > 0 && !canSignal(pid));
    const folder = join(tmpdir(), name);
    if (isOver && (await isOurs(folder))) orphaned.push(folder);
  }
  return orphaned;
}

/** Another user's folder may contain links to our files. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.uid === (process.getuid?.() ?? found.uid);
}
