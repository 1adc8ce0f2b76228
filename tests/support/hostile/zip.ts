import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string | Buffer;
  data?: Buffer;
  isDeflated?: boolean;
  /** Values written instead of the true ones, in the directory or in the entry's own header. */
  stated?: { size?: number; compressedSize?: number; localOffset?: number };
  local?: { size?: number; compressedSize?: number; name?: string };
  /** Raw extra field of the directory record. */
  extra?: Buffer;
  /** Sizes stand behind the data, as programs write that do not know them beforehand. */
  isStreamed?: boolean;
};

type ZipOptions = {
  comment?: Buffer;
  prefix?: Buffer;
  isZip64?: boolean;
  stated?: { entryCount?: number; directorySize?: number; directoryOffset?: number };
};

/** Builds a zip byte by byte, so that a test can make it lie. */
export function buildZip(
  entries: readonly ZipEntry[],
  {
    comment = Buffer.alloc(0),
    prefix = Buffer.alloc(0),
    isZip64 = false,
    stated = {},
  }: ZipOptions = {},
): Buffer {
  const parts: Buffer[] = [prefix];
  const directory: Buffer[] = [];
  let offset = prefix.length;
  for (const entry of entries) {
    const data = entry.data ?? Buffer.alloc(0);
    const packed = entry.isDeflated ? deflateRawSync(data) : data;
    const name = Buffer.from(entry.name as string);
    const localName = Buffer.from(entry.local?.name ?? name);
    const extra = entry.extra ?? Buffer.alloc(0);
    const flags = entry.isStreamed ? 8 : 0;
    const method = entry.isDeflated ? 8 : 0;
    const crc = crc32(data);

    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(entry.isStreamed ? 0 : crc, 14);
    local.writeUInt32LE(entry.local?.compressedSize ?? (entry.isStreamed ? 0 : packed.length), 18);
    local.writeUInt32LE(entry.local?.size ?? (entry.isStreamed ? 0 : data.length), 22);
    local.writeUInt16LE(localName.length, 26);
    const descriptor = Buffer.alloc(entry.isStreamed ? 16 : 0);
    if (entry.isStreamed) {
      descriptor.writeUInt32LE(0x08074b50, 0);
      descriptor.writeUInt32LE(crc, 4);
      descriptor.writeUInt32LE(packed.length, 8);
      descriptor.writeUInt32LE(data.length, 12);
    }
    parts.push(local, localName, packed, descriptor);

    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    record.writeUInt16LE(20, 6);
    record.writeUInt16LE(flags, 8);
    record.writeUInt16LE(method, 10);
    record.writeUInt32LE(crc, 16);
    record.writeUInt32LE(entry.stated?.compressedSize ?? packed.length, 20);
    record.writeUInt32LE(entry.stated?.size ?? data.length, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt16LE(extra.length, 30);
    record.writeUInt32LE(entry.stated?.localOffset ?? offset, 42);
    directory.push(record, name, extra);
    offset += local.length + localName.length + packed.length + descriptor.length;
  }

  const entryCount = stated.entryCount ?? entries.length;
  const directorySize = stated.directorySize ?? Buffer.concat(directory).length;
  const directoryOffset = stated.directoryOffset ?? offset;
  const zip64: Buffer[] = [];
  if (isZip64) {
    const record = Buffer.alloc(56);
    record.writeUInt32LE(0x06064b50, 0);
    record.writeBigUInt64LE(44n, 4);
    record.writeBigUInt64LE(BigInt(entryCount), 24);
    record.writeBigUInt64LE(BigInt(entryCount), 32);
    record.writeBigUInt64LE(BigInt(directorySize), 40);
    record.writeBigUInt64LE(BigInt(directoryOffset), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(BigInt(offset + Buffer.concat(directory).length), 8);
    locator.writeUInt32LE(1, 16);
    zip64.push(record, locator);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isZip64 ? 0xffff : entryCount, 8);
  end.writeUInt16LE(isZip64 ? 0xffff : entryCount, 10);
  end.writeUInt32LE(isZip64 ? 0xffffffff : directorySize, 12);
  end.writeUInt32LE(isZip64 ? 0xffffffff : directoryOffset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, ...directory, ...zip64, end, comment]);
}

/** The zip64 extra field of a directory record, with the given 64-bit values. */
export function zip64Extra(...values: number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, position) => extra.writeBigUInt64LE(BigInt(value), 4 + position * 8));
  return extra;
}
