import { Readable } from 'node:stream';

export const TAR_BLOCK = 512;
const MAX_OCTAL_SIZE = 8 ** 11 - 1;

export type TarHeader = { name: string; size: number };

export type TarEntry = TarHeader & {
  modifiedAt?: Date;
  /** Exactly `size` bytes. */
  content: AsyncIterable<Uint8Array>;
};

export function paddingOf(size: number): Buffer {
  return Buffer.alloc((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);
}

export const TAR_END = Buffer.alloc(2 * TAR_BLOCK);

function splitName(name: string): [name: string, prefix: string] {
  if (name.length <= 100) return [name, ''];
  const slash = name.lastIndexOf('/');
  return [name.slice(slash + 1), name.slice(0, slash)];
}

function encodeTarHeader({ name, size, modifiedAt }: Omit<TarEntry, 'content'>): Buffer {
  const [base, prefix] = splitName(name);
  const isSafe = /^[\x21-\x7e]+$/.test(name) && !name.split('/').includes('..');
  if (base.length > 100 || prefix.length > 155 || !isSafe) {
    throw new Error(`not a name for an archive: ${name.slice(0, 300)}`);
  }
  const octal = (value: number) => `${value.toString(8).padStart(11, '0')}\0`;
  const block = Buffer.alloc(TAR_BLOCK);
  block.write(base, 0, 'latin1');
  block.write('0000600\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  if (size <= MAX_OCTAL_SIZE) block.write(octal(size), 124, 'latin1');
  else {
    block.writeUInt8(0x80, 124);
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  block.write(octal(Math.floor((modifiedAt?.getTime() ?? 0) / 1_000)), 136, 'latin1');
  block.write('        0', 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write(prefix, 345, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function textAt(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('latin1');
}

export function decodeTarHeader(block: Buffer): TarHeader | null {
  const prefix = textAt(block, 345, 155);
  const name = `${prefix === '' ? '' : `${prefix}/`}${textAt(block, 0, 100)}`;
  const size =
    block[124] === 0x80
      ? Number(block.readBigUInt64BE(128))
      : Number.parseInt(textAt(block, 124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) return null;
  try {
    return encodeTarHeader({ name, size }).equals(block) ? { name, size } : null;
  } catch {
    return null;
  }
}

export async function* writeTar(
  entries: AsyncIterable<TarEntry>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { content, ...header } of entries) {
    let written = 0;
    try {
      yield encodeTarHeader(header);
      for await (const part of content) {
        written += part.length;
        if (written > header.size) break;
        yield part;
      }
    } finally {
      // An unread stream would leave its file open.
      if (content instanceof Readable) content.destroy();
    }
    if (written !== header.size) throw new Error(`${header.name} has another size than it had.`);
    const padding = paddingOf(written);
    if (padding.length > 0) yield padding;
  }
  yield TAR_END;
}
