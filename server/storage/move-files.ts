import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentTypeOf } from './content-type.ts';
import type { FileStorage, StorageDriver } from './storage.ts';

const FOLDERS = ['order-attachments', 'media'] as const;

type Move = {
  from: StorageDriver;
  to: StorageDriver;
  temporaryDir: FileStorage['temporaryDir'];
  /** The SHA-256 that a file had when it came in, where that is written down. */
  hashOf: (path: string) => Promise<Buffer | null>;
  signal: AbortSignal;
  onProgress: (bytes: { done: number; total: number }) => void;
};

type Outcome = 'moved' | 'gone' | 'damaged' | 'different';
export type Moved = { files: number; bytes: number; damaged: string[]; different: string[] };

/**
 * Moves every file to another store; one goes from the first only after its copy was read back and has the same SHA-256. One that is damaged already, or is
 * another one there, stays and is named. What an earlier run has moved is not there any more, so that a run that was cut off is finished by the next. Only one
 * may run at a time; meanwhile others read and remove through `layerStorage`.
 */
export async function moveFiles(move: Move): Promise<Moved> {
  const { from, signal, onProgress } = move;
  let total = 0;
  for (const folder of FOLDERS) for await (const { size } of from.list(folder)) total += size;
  const moved: Moved = { files: 0, bytes: 0, damaged: [], different: [] };
  let done = 0;
  for (const folder of FOLDERS) {
    for await (const { path, size } of from.list(folder)) {
      signal.throwIfAborted();
      const outcome = await moveFile(move, path);
      if (outcome === 'moved') {
        moved.files += 1;
        moved.bytes += size;
      } else if (outcome !== 'gone') moved[outcome].push(path);
      done += size;
      onProgress({ done, total: Math.max(total, done) });
    }
  }
  return moved;
}

async function moveFile({ from, to, temporaryDir, hashOf }: Move, path: string): Promise<Outcome> {
  const source = await from.open(path);
  if (!source) return 'gone';
  const temporaryFile = join(temporaryDir, `${randomUUID()}.part`);
  try {
    const hash = await copy(source.stream, temporaryFile);
    if ((await hashOf(path))?.equals(hash) === false) return 'damaged';
    const there = await readHash(to, path);
    if (there === null) await to.moveIn(temporaryFile, path, contentTypeOf(path));
    else if (!there.equals(hash)) return 'different';
    if ((await readHash(to, path))?.equals(hash) !== true) {
      await to.remove(path);
      throw new Error(`The copy of ${path} is not what was copied; it was removed again.`);
    }
  } finally {
    await rm(temporaryFile, { force: true });
  }
  // Removed by the application while it was copied: the copy must not outlive it.
  if ((await from.sizeOf(path)) === null) {
    await to.remove(path);
    return 'gone';
  }
  await from.remove(path);
  return 'moved';
}

async function copy(stream: Readable, file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  stream.on('data', (chunk: Uint8Array) => hash.update(chunk));
  await pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  return hash.digest();
}

async function readHash(store: StorageDriver, path: string): Promise<Buffer | null> {
  const file = await store.open(path);
  if (!file) return null;
  const hash = createHash('sha256');
  for await (const chunk of file.stream) hash.update(chunk as Uint8Array);
  return hash.digest();
}
