import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import { DATA_DIR_MODE } from '#server/db/embedded-postgres/place.ts';
import type { DB } from '#server/db/types.ts';
import { errorCode, exists, readIfPresent, writeNewFile } from '#server/lib/files.ts';

const OWN_ENTRY =
  /^(?:postgres(?:[.-].*)?|secrets|files|outbox|lost\+found|installation|failed-submissions\.log)$/;
const STICKY = 0o1000;

/** Creates a private, writable data directory. Closes one that others can enter if it contains only ours; else returns a warning. */
export async function prepareDataDir(dataDir: string): Promise<string | null> {
  await makeFolder(dataDir);
  const probe = join(dataDir, `postgres.probe-${process.pid}`);
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
  await rm(probe);
  const { mode, uid } = await stat(dataDir);
  if (process.platform === 'win32' || (mode & 0o077 & ~DATA_DIR_MODE) === 0) return null;
  const isOurs = uid === process.getuid?.() && (mode & STICKY) === 0;
  if (isOurs && (await readdir(dataDir)).every((name) => OWN_ENTRY.test(name))) {
    await chmod(dataDir, DATA_DIR_MODE);
    return null;
  }
  return `DATA_DIR (${dataDir}) can be entered by other users of this machine and holds or is more than ours, so it is left so.`;
}

// Node's recursive form never ends below folders such as /proc.
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: DATA_DIR_MODE });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || parent === folder || (await exists(parent))) throw error;
    await makeFolder(parent);
    await mkdir(folder, { mode: DATA_DIR_MODE });
  }
}

/** Returns a problem with advice; null when the folder fits the database. */
export async function findForeignDataDir(db: Kysely<DB>, dataDir: string): Promise<string | null> {
  const row = await db.selectFrom('installation').select('id').executeTakeFirst();
  const file = join(dataDir, 'installation');
  const id = (await readIfPresent(file))?.trim();
  if (id === undefined || row === undefined || id === row.id) return null;
  return [
    `DATA_DIR must be a folder of this installation: ${dataDir} belongs to another one, with another database.`,
    'Set DATA_DIR to a folder of its own, or DATABASE_URL to the database of this folder.',
    `If the other one no longer exists, type: rm ${file}`,
  ].join(' ');
}

/** Writes the installation's id. Throws when the folder belongs to another one. */
export async function claimDataDir(db: Kysely<DB>, dataDir: string): Promise<void> {
  const { id } = await db
    .insertInto('installation')
    .values({ isOnly: true })
    .onConflict((conflict) => conflict.column('isOnly').doUpdateSet({ isOnly: true }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeNewFile(join(dataDir, 'installation'), `${id}\n`);
  const problem = await findForeignDataDir(db, dataDir);
  if (problem !== null) throw new Error(problem);
}
