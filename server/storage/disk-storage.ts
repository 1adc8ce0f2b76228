import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { errorCode, syncDirectory } from '#server/lib/files.ts';
import type { StorageDriver } from './storage.ts';
import { assertStoragePath, isStoragePath } from './storage-path.ts';

function nullWhenMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

export async function ensureFolder(folder: string): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstCreated === undefined) return;
  for (let created = folder; created.length >= firstCreated.length; created = dirname(created)) {
    await syncDirectory(dirname(created));
  }
}

export async function createDiskStorage({
  root,
  temporaryDir,
}: {
  root: string;
  temporaryDir: string;
}): Promise<StorageDriver> {
  function fileOf(path: string): string {
    return join(root, /^media(?:\/|$)/.test(path) ? 'public' : 'private', path);
  }

  // Done now, so that no file is acknowledged before its folder is durable.
  await ensureFolder(dirname(fileOf('order-attachments/any')));

  // After a power cut, a name may only lead to a complete file.
  async function moveIn(temporaryFile: string, path: string): Promise<void> {
    assertStoragePath(path);
    const target = fileOf(path);
    await rename(temporaryFile, target).catch(async (error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      await ensureFolder(dirname(target));
      await rename(temporaryFile, target);
    });
    await syncDirectory(dirname(target));
  }

  return {
    moveIn,

    async write(path, bytes) {
      assertStoragePath(path);
      const temporaryFile = join(temporaryDir, `${randomUUID()}.part`);
      try {
        await ensureFolder(dirname(fileOf(path)));
        await writeFile(temporaryFile, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await moveIn(temporaryFile, path);
      } catch (error) {
        await rm(temporaryFile, { force: true });
        throw error;
      }
    },

    async sizeOf(path) {
      if (!isStoragePath(path)) return null;
      const stats = await stat(fileOf(path)).catch(nullWhenMissing);
      return stats?.isFile() ? stats.size : null;
    },

    async open(path, part) {
      if (!isStoragePath(path)) return null;
      const handle = await open(fileOf(path), 'r').catch(nullWhenMissing);
      if (!handle) return null;
      const stats = await handle.stat().catch(async (error: unknown) => {
        await handle.close();
        throw error;
      });
      if (!stats.isFile()) {
        await handle.close();
        return null;
      }
      return {
        stream: handle.createReadStream(part && { start: part.first, end: part.last }),
        size: part ? part.last - part.first + 1 : stats.size,
        lastModified: stats.mtime,
      };
    },

    async *list(folder) {
      const start = fileOf(folder);
      const entries = await opendir(start, { recursive: true }).catch(nullWhenMissing);
      for await (const entry of entries ?? []) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        const path = relative(dirname(start), file).replaceAll(sep, '/');
        const stats = isStoragePath(path) ? await stat(file).catch(nullWhenMissing) : null;
        if (stats) yield { path, size: stats.size };
      }
    },

    async remove(path) {
      assertStoragePath(path);
      const file = fileOf(path);
      try {
        await unlink(file);
        await syncDirectory(dirname(file));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
      }
    },
  };
}
