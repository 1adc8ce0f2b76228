import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { collect } from '#tests/support/privacy/collect.ts';
import { readTar } from '#tests/support/privacy/tar.ts';
import { type TarEntry, writeTar } from './tar.ts';

function entry(name: string, bytes: Buffer, size = bytes.length) {
  return { name, size, modifiedAt: new Date('2026-11-24'), content: Readable.from([bytes]) };
}

async function* listOf(entries: readonly TarEntry[]) {
  yield* entries;
}

describe('writeTar', () => {
  it('writes files of every size, also an empty archive', async () => {
    const files = [0, 1, 511, 512, 513, 2_000].map((size) =>
      entry(`folder/${size}.bin`, Buffer.alloc(size, size % 251)),
    );
    const archive = Buffer.concat(await collect(writeTar(listOf(files))));
    const read = readTar(archive);
    expect([...read.keys()]).toEqual(files.map(({ name }) => name));
    for (const [name, bytes] of read) {
      const size = Number.parseInt(name.slice('folder/'.length), 10);
      expect(bytes).toEqual(Buffer.alloc(size, size % 251));
    }
    expect(archive.length % 512).toBe(0);
    expect(readTar(Buffer.concat(await collect(writeTar(listOf([])))))).toEqual(new Map());
  });

  it.each([3, 5])('ends with an error where 4 bytes come that were to be %i', async (size) => {
    const files = [entry('a.bin', Buffer.alloc(4), size)];
    await expect(collect(writeTar(listOf(files)))).rejects.toThrow('another size');
  });

  it.each(['', '../a', 'ü.pdf', 'a b', 'x'.repeat(101)])('takes no name as %j', async (name) => {
    await expect(collect(writeTar(listOf([entry(name, Buffer.alloc(1))])))).rejects.toThrow('name');
  });

  it('leaves no file open that nobody reads on', async () => {
    const file = entry('a.bin', Buffer.alloc(4));
    const parts = writeTar(listOf([file]));
    await parts.next();
    await parts.return(undefined);
    expect(file.content.destroyed).toBe(true);
  });
});
