import { join } from 'node:path';
import type { Config } from '#server/core/config.ts';
import { shareCheck } from '#server/lib/share-check.ts';
import { createDiskStorage, ensureFolder } from './disk-storage.ts';
import type { FileStorage, StorageDriver } from './storage.ts';
import { buffer } from 'node:stream/consumers';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, rm, stat, statfs } from 'node:fs/promises';

const STALE_AFTER_MS = 24 * 60 * 60 * 1_000;

export async function createStorage({
  dataDir,
  s3,
}: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  const temporaryDir = join(dataDir, 'files', 'temporary');
  await ensureFolder(temporaryDir);
  await removeStaleFiles(temporaryDir);
  return {
    ...(s3 === null ? await openDisk(dataDir) : await openBucket(s3)),
    temporaryDir,
    freeBytes: shareCheck(() => readFreeBytes(temporaryDir)),
    removeStaleFiles: () => removeStaleFiles(temporaryDir),
  };
}

export async function countUnreadFiles({
  dataDir,
  s3,
  unusedS3,
}: Pick<Config, 'dataDir' | 's3' | 'unusedS3'>): Promise<number> {
  if (s3 === null && unusedS3 === null) return 0;
  const disk = await openDisk(dataDir);
  const unread = unusedS3 === null ? disk : await openBucket(unusedS3);
  const used = s3 === null ? disk : await openBucket(s3);
  let count = 0;
  for (const folder of ['order-attachments', 'media'] as const) {
    for await (const { path } of unread.list(folder)) {
      if ((await used.sizeOf(path)) === null) count += 1;
    }
  }
  return count;
}

function openDisk(dataDir: string): Promise<StorageDriver> {
  const root = join(dataDir, 'files');
  return createDiskStorage({ root, temporaryDir: join(root, 'temporary') });
}

async function openBucket(s3: NonNullable<Config['s3']>): Promise<StorageDriver> {
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3);
}

export async function checkBucket(s3: NonNullable<Config['s3']>): Promise<void> {
  await checkStore(await openBucket(s3));
}

export async function checkStore(store: StorageDriver): Promise<void> {
  const path = `order-attachments/start-check-${randomUUID()}.txt`;
  const bytes = randomBytes(64);
  await store.write(path, bytes, 'text/plain');
  try {
    const file = await store.open(path);
    if (!file || !(await buffer(file.stream)).equals(bytes)) {
      throw new Error('what was stored could not be read again');
    }
  } finally {
    await store.remove(path);
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function removeStaleFiles(folder: string): Promise<number> {
  let removed = 0;
  const limit = Date.now() - STALE_AFTER_MS;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    // Another process may be removing the same files.
    const stats = await stat(file).catch(() => null);
    if (!stats?.isFile() || stats.mtimeMs >= limit) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
