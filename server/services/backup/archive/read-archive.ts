import { decodeTarHeader, paddingOf, TAR_BLOCK, TAR_END, type TarHeader } from '#server/lib/tar.ts';
import { ArchiveError, HEADER } from './format.ts';

export class DamagedBytesError extends Error {}

export type Entry = TarHeader & { content: AsyncGenerator<Buffer, void, undefined> };

type ByteReader = ReturnType<typeof createByteReader>;

function createByteReader(source: AsyncIterable<Uint8Array>, partNow: () => string) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function readSome(max: number): Promise<Buffer | null> {
    while (rest.length === 0) {
      const next = await iterator.next().catch((error: unknown) => {
        throw error instanceof DamagedBytesError
          ? new ArchiveError(partNow(), error.message)
          : error;
      });
      if (next.done === true) return null;
      rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    const some = rest.subarray(0, max);
    rest = rest.subarray(some.length);
    return some;
  }

  return {
    readSome,
    async read(size: number): Promise<Buffer> {
      const chunks: Buffer[] = [];
      for (let missing = size; missing > 0;) {
        const chunk = await readSome(missing);
        if (chunk === null) break;
        chunks.push(chunk);
        missing -= chunk.length;
      }
      return Buffer.concat(chunks);
    },
    end: () => iterator.return?.(),
  };
}

async function* readContent(
  reader: ByteReader,
  { name, size }: TarHeader,
): AsyncGenerator<Buffer, void, undefined> {
  for (let missing = size; missing > 0;) {
    const chunk = await reader.readSome(missing);
    if (chunk === null) throw new ArchiveError(name, 'is cut off');
    missing -= chunk.length;
    yield chunk;
  }
  const padding = paddingOf(size);
  if (!(await reader.read(padding.length)).equals(padding)) {
    throw new ArchiveError(name, 'is followed by other bytes than it was written with');
  }
}

async function readEnd(reader: ByteReader, firstBlock: Buffer, part: string): Promise<void> {
  const end = Buffer.concat([firstBlock, await reader.read(TAR_END.length - TAR_BLOCK + 1)]);
  if (!end.equals(TAR_END)) throw new ArchiveError(part, 'is not what was written');
}

/** Skips unread content. Throws an ArchiveError at the first byte that `writeArchive` would not have written. */
export async function* readArchive(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Entry, void, undefined> {
  let part = HEADER;
  const reader = createByteReader(source, () => part);
  try {
    for (;;) {
      const block = await reader.read(TAR_BLOCK);
      const isEnd = block.length === TAR_BLOCK && block.every((byte) => byte === 0);
      if (isEnd) return await readEnd(reader, block, 'its end');
      const header = block.length === TAR_BLOCK ? decodeTarHeader(block) : null;
      if (header === null) {
        throw new ArchiveError(
          part,
          block.length === TAR_BLOCK ? 'has a broken header' : 'is missing or cut off',
        );
      }
      part = header.name;
      const content = readContent(reader, header);
      yield { ...header, content };
      for await (const _ of content);
      part = `the entry after ${header.name}`;
    }
  } finally {
    await reader.end();
  }
}
