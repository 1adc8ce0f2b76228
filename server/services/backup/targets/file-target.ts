import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exists, readIfPresent, syncDirectory, writePrivateFile } from '#server/lib/files.ts';
import { type Archive, findNewest, LEDGER_NAME, momentOf, nameOf, type Target } from './target.ts';

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

const UNFINISHED = /^\.vitrin-.*\.part$/;
const DAY_MS = 24 * 60 * 60 * 1_000;

async function removeUnfinished(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!UNFINISHED.test(name)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (now.getTime() - mtimeMs > DAY_MS) await rm(join(folder, name), { force: true });
  }
}

/** A file, or a folder (existing, or with a trailing slash) of backups named by their time. */
export function fileTarget(path: string): Target {
  const target = resolve(path);
  const isNamedFolder = /[/\\]$/.test(path);

  const isInFolder = async () => isNamedFolder || (await isFolder(target));
  const folderOf = async () => ((await isInFolder()) ? target : dirname(target));

  async function placeOf(now: Date, isEncrypted: boolean): Promise<string> {
    return (await isInFolder()) ? join(target, nameOf(now, isEncrypted)) : target;
  }

  return {
    async write(bytes, { now, isEncrypted, signal }) {
      const file = await placeOf(now, isEncrypted);
      if (await exists(file)) throw new Error(`${file} exists already.`);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await removeUnfinished(dirname(file), now);
      const unfinished = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
      let size = 0;
      try {
        await pipeline(
          Readable.from(bytes, { objectMode: false }),
          async function* (source: AsyncIterable<Buffer>) {
            for await (const chunk of source) {
              size += chunk.length;
              yield chunk;
            }
          },
          createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
          signal ? { signal } : {},
        );
        await rename(unfinished, file);
        await syncDirectory(dirname(file));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return { place: file, size };
    },

    async open() {
      const file = (await isFolder(target))
        ? join(target, findNewest(await readdir(target)) ?? '')
        : target;
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) throw new Error(`There is no backup at ${target}.`);
      return {
        place: file,
        size: found.size,
        read: () => createReadStream(file, { highWaterMark: 256 * 1024 }),
      } satisfies Archive;
    },

    async list() {
      const names = (await isFolder(target)) ? await readdir(target) : [];
      return names.filter((name) => momentOf(name) !== null);
    },

    remove: (name) => rm(join(target, name), { force: true }),

    async readLedger() {
      return (await readIfPresent(join(await folderOf(), LEDGER_NAME))) ?? null;
    },

    async writeLedger(text) {
      const folder = await folderOf();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writePrivateFile(join(folder, LEDGER_NAME), text);
    },
  };
}
