import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { FileStoreError } from '#server/core/errors.ts';

/** The SHA-256 of a file. */
export async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest();
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
