import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type TarEntry, writeTar } from '#server/lib/tar.ts';
import { lastLine, MANIFEST } from './format.ts';

export type Part = { name: string; size: number; content: AsyncIterable<Uint8Array> | Uint8Array };

/** Streams an archive of the parts and their manifest, which grows in the new file `spool`. */
export async function* writeArchive(
  parts: AsyncIterable<Part>,
  spool: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const manifest = await open(spool, 'wx+', 0o600);
  try {
    yield* writeTar(listEntries(parts, manifest));
  } finally {
    await manifest.close();
  }
}

async function* listEntries(
  parts: AsyncIterable<Part>,
  manifest: FileHandle,
): AsyncGenerator<TarEntry, void, undefined> {
  let manifestSize = 0;
  const manifestHash = createHash('sha256');
  async function list(line: string): Promise<void> {
    await manifest.write(line);
    manifestSize += Buffer.byteLength(line);
  }
  for await (const { name, size, content } of parts) {
    const hash = createHash('sha256');
    async function* hashed() {
      for await (const chunk of content instanceof Uint8Array ? [content] : content) {
        hash.update(chunk);
        yield chunk;
      }
    }
    yield { name, size, content: hashed() };
    const line = `${JSON.stringify({ name, size, sha256: hash.digest('hex') })}\n`;
    manifestHash.update(line);
    await list(line);
  }
  await list(lastLine(manifestHash.digest('hex')));
  const content = manifest.createReadStream({ start: 0, autoClose: false });
  yield { name: MANIFEST, size: manifestSize, content };
}
