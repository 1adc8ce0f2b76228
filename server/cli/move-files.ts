import type { Kysely } from 'kysely';
import type { Config } from '#server/config.ts';
import { withTryLock } from '#server/db/try-lock.ts';
import type { DB } from '#server/db/types.ts';
import { createProgressLine, describeBytes } from '#server/lib/progress.ts';
import { createStorage, openStores } from '#server/storage/create-storage.ts';
import { type Moved, moveFiles } from '#server/storage/move-files.ts';

/** The advisory lock of whoever moves files: two would take each other's removals for those of the application. */
const MOVE_LOCK = 0x56_4d_46;

/** Moves every file to the place that new ones go to; returns what to say. Throws when some had to stay. */
export async function moveToPlace(
  db: Kysely<DB>,
  place: Config['filesIn'],
  config: Config,
): Promise<string> {
  const { disk, bucket } = await openStores(config);
  if (bucket === null) throw new Error('S3_BUCKET and its keys name no bucket.');
  if (config.filesIn !== place) {
    throw new Error(
      `New files go to ${config.filesIn}: set FILES=${place}, restart the application, then run this again.`,
    );
  }
  const [from, to] = place === 's3' ? [disk, bucket] : [bucket, disk];
  const { temporaryDir } = await createStorage(config);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(new Error('Interrupted; run it again to go on.')));
  }
  const said = await withTryLock(db, MOVE_LOCK, async (connection) => {
    const progress = createProgressLine(process.stderr, 'Moving files');
    try {
      const moved = await moveFiles({
        from,
        to,
        temporaryDir,
        hashOf: (path) => findHash(connection, path),
        signal: stopping.signal,
        onProgress: progress.show,
      });
      return describe(moved, progress.end());
    } finally {
      progress.end();
    }
  });
  if (said === null) throw new Error('Another move of files is running.');
  return said;
}

async function findHash(db: Kysely<DB>, path: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('orderAttachments')
    .select('sha256')
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.sha256 ?? null;
}

const MAX_NAMED = 20;

function describe({ files, bytes, damaged, different }: Moved, took: string): string {
  const done = `Moved ${files} files (${describeBytes(bytes)}) in ${took}, each compared by its SHA-256.`;
  const problems = [
    ...damaged.map((path) => `${path} is not what was uploaded`),
    ...different.map((path) => `${path} is another file there`),
  ];
  if (problems.length === 0) return done;
  const named = problems.slice(0, MAX_NAMED).map((problem) => `  ${problem}`);
  throw new Error(
    `${done}\n${problems.length} stay where they were:\n${named.join('\n')}${problems.length > MAX_NAMED ? '\n  …' : ''}`,
  );
}
