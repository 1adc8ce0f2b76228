import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { shareCheck } from '#server/lib/share-check.ts';
import { compareStored } from './compared-store.ts';
import { createDiskStorage, ensureFolder } from './disk-storage.ts';
import { layerStorage } from './layered-storage.ts';
import type { FileStorage, StorageDriver } from './storage.ts';
import { buffer } from 'node:stream/consumers';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, rm, stat, statfs } from 'node:fs/promises';

const STALE_AFTER_MS = 24 * 60 * 60 * 1_000;

type StorageConfig = Pick<Config, 'dataDir' | 's3'> & Partial<Pick<Config, 'filesIn'>>;

/** The storage that the configuration names; temporary files left by an earlier process are removed. */
export async function createStorage({ dataDir, s3, filesIn }: StorageConfig): Promise<FileStorage> {
  const temporaryDir = join(dataDir, 'files', 'temporary');
  await ensureFolder(temporaryDir);
  await removeStaleFiles(temporaryDir);
  const stores = await openStores({ dataDir, s3 });
  const { disk } = stores;
  const bucket = stores.bucket && compareStored(stores.bucket);
  const [first, second] = filesIn === 'disk' ? [disk, bucket] : [bucket ?? disk, disk];
  return {
    ...(bucket === null || second === null ? disk : layerStorage(first, second)),
    temporaryDir,
    freeBytes: shareCheck(() => readFreeBytes(temporaryDir)),
    removeStaleFiles: () => removeStaleFiles(temporaryDir),
  };
}

/** Each place that files may lie in by itself; a bucket only where one is configured. */
export async function openStores({
  dataDir,
  s3,
}: Pick<Config, 'dataDir' | 's3'>): Promise<{ disk: StorageDriver; bucket: StorageDriver | null }> {
  const root = join(dataDir, 'files');
  return {
    disk: await createDiskStorage({ root, temporaryDir: join(root, 'temporary') }),
    bucket: s3 === null ? null : await openBucket(s3),
  };
}

async function openBucket(s3: NonNullable<Config['s3']>): Promise<StorageDriver> {
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(s3);
}

/** Whether a bucket can be used, before the first upload. */
export async function checkBucket(s3: NonNullable<Config['s3']>): Promise<void> {
  await checkStore(await openBucket(s3));
}

/** Stores, reads and removes a small file; throws when any of it fails. */
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
