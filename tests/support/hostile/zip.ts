import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string | Buffer;
  data?: Buffer;
  isDeflated?: boolean;
  /** Values written instead of the true ones, in the directory or in the entry's own header. */
  stated?: { size?: number; localOffset?: number };
  local?: { size?: number };
  /** Raw extra field of the directory record. */
  extra?: Buffer;
};

type ZipOptions = {
  comment?: Buffer;
  prefix?: Buffer;
  stated?: { entryCount?: number; directoryOffset?: number };
};

/** Builds a zip byte by byte, so that a test can make it lie. */
export function buildZip(
  entries: readonly ZipEntry[],
  { comment = Buffer.alloc(0), prefix = Buffer.alloc(0), stated = {} }: ZipOptions = {},
): Buffer {
  const parts: Buffer[] = [prefix];
  const directory: Buffer[] = [];
  let offset = prefix.length;
  for (const entry of entries) {
    const data = entry.data ?? Buffer.alloc(0);
    const packed = entry.isDeflated ? deflateRawSync(data) : data;
    const name = Buffer.from(entry.name as string);
    const extra = entry.extra ?? Buffer.alloc(0);
    const method = entry.isDeflated ? 8 : 0;
    const crc = crc32(data);

    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(entry.local?.size ?? data.length, 22);
    local.writeUInt16LE(name.length, 26);
    parts.push(local, name, packed);

    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    record.writeUInt16LE(20, 6);
    record.writeUInt16LE(method, 10);
    record.writeUInt32LE(crc, 16);
    record.writeUInt32LE(packed.length, 20);
    record.writeUInt32LE(entry.stated?.size ?? data.length, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt16LE(extra.length, 30);
    record.writeUInt32LE(entry.stated?.localOffset ?? offset, 42);
    directory.push(record, name, extra);
    offset += local.length + name.length + packed.length;
  }

  const entryCount = stated.entryCount ?? entries.length;
  const directoryOffset = stated.directoryOffset ?? offset;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(directoryOffset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, ...directory, end, comment]);
}
