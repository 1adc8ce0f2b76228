import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { FileStoreError } from '#server/core/errors.ts';

export async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest();
}

/** Withholds the last chunk until the hash matches; else the stream fails. */
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
  return pipeline(stream, compared, () => undefined);
}
