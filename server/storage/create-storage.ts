import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { shareCheck } from '#server/lib/share-check.ts';
import { createDiskStorage, ensureFolder } from './disk-storage.ts';
import type { FileStorage, StorageDriver } from './storage.ts';
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, statfs } from 'node:fs/promises';

const STALE_AFTER_MS = 24 * 60 * 60 * 1_000;

/** The storage that the configuration names; temporary files left by an earlier process are removed. */
export async function createStorage({
  dataDir,
  s3,
}: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  const root = join(dataDir, 'files');
  const temporaryDir = join(root, 'temporary');
  await ensureFolder(temporaryDir);
  await removeStaleFiles(temporaryDir);
  return {
    ...(s3 === null ? await createDiskStorage({ root, temporaryDir }) : await openBucket(s3)),
    temporaryDir,
    freeBytes: shareCheck(() => readFreeBytes(temporaryDir)),
    removeStaleFiles: () => removeStaleFiles(temporaryDir),
  };
}

async function openBucket(s3: NonNullable<Config['s3']>): Promise<StorageDriver> {
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3);
}

/** Stores and removes a small object, so that a bucket that cannot be used shows before the first upload. */
export async function checkBucket(s3: NonNullable<Config['s3']>): Promise<void> {
  const storage = await openBucket(s3);
  const path = `order-attachments/start-check-${randomUUID()}.txt`;
  await storage.write(path, Buffer.from('ok'), 'text/plain');
  await storage.remove(path);
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
