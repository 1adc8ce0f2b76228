import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { FileStoreError } from '#server/errors.ts';
import type { StorageDriver } from './storage.ts';

/** The SHA-256 of a file. */
export async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest();
}

async function compare(store: StorageDriver, path: string, sent: Buffer): Promise<void> {
  let stored: Buffer | null;
  try {
    const file = await store.open(path);
    stored = file && (await hashOf(file.stream));
  } catch (error) {
    throw new FileStoreError(`the file store does not give ${path} back`, error);
  }
  if (stored === null) throw new FileStoreError(`the file store has not stored ${path}`);
  if (!stored.equals(sent)) throw new FileStoreError(`the file store has changed ${path}`);
}

/** A store of somebody else's: each new file is read back, and is stored only when it is what was sent. */
export function compareStored(store: StorageDriver): StorageDriver {
  return {
    ...store,
    async moveIn(temporaryFile, path, contentType) {
      const sent = await hashOf(createReadStream(temporaryFile));
      await store.moveIn(temporaryFile, path, contentType);
      await compare(store, path, sent);
    },
    async write(path, bytes, contentType) {
      await store.write(path, bytes, contentType);
      await compare(store, path, createHash('sha256').update(bytes).digest());
    },
  };
}

/** The bytes of a file, whose last piece comes only when all of them are what was stored; else the stream fails. */
export function readCompared(stream: Readable, sha256: Buffer): Readable {
  const hash = createHash('sha256');
  let last: Buffer | null = null;
  const compared = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, last);
      last = chunk;
    },
    flush(done) {
      if (hash.digest().equals(sha256)) done(null, last);
      else done(new FileStoreError('a stored file is not what it was when it came'));
    },
  });
  // Each ends with the other; whoever reads sees the failure.
  return pipeline(stream, compared, () => undefined);
}
