import sharp from 'sharp';

const PNG = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
const ENTRIES = 6;
const ENTRY_BYTES = 16;
const HEADER_BYTES = 40;
const MAX_SIDE = 256;

export async function readIcon(file: Buffer): Promise<Buffer | null> {
  if (file.length < ENTRIES) return null;
  const image = { area: 0, bits: 0, bytes: Buffer.alloc(0) };
  const end = Math.min(ENTRIES + file.readUInt16LE(4) * ENTRY_BYTES, file.length - ENTRY_BYTES + 1);
  for (let at = ENTRIES; at < end; at += ENTRY_BYTES) {
    // 256 is stored as 0.
    const area = (file[at] || MAX_SIDE) * (file[at + 1] || MAX_SIDE);
    const bits = file.readUInt16LE(at + 6);
    if (area < image.area || (area === image.area && bits <= image.bits)) continue;
    const start = file.readUInt32LE(at + 12);
    const bytes = file.subarray(start, start + file.readUInt32LE(at + 8));
    Object.assign(image, { area, bits, bytes });
  }
  return image.bytes.indexOf(PNG) === 0 ? image.bytes : readBitmap(image.bytes);
}

/** A bitmap without file header: bottom row first, then a one-bit mask. */
async function readBitmap(bytes: Buffer): Promise<Buffer | null> {
  if (bytes.length < HEADER_BYTES) return null;
  const width = bytes.readInt32LE(4);
  const height = bytes.readInt32LE(8) / 2;
  const depth = bytes.readUInt16LE(14);
  const isPlain = [1, 4, 8, 24, 32].includes(depth) && bytes.readUInt32LE(16) === 0;
  const isSized = [width, height].every((side) => side >= 1 && side <= MAX_SIDE);
  if (!isPlain || !isSized || !Number.isInteger(height)) return null;

  const palette = bytes.readUInt32LE(0);
  const colours = depth > 8 ? 0 : bytes.readUInt32LE(32) || 2 ** depth;
  const rows = palette + colours * 4;
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  const mask = rows + height * rowBytes;
  if (bytes.length < mask) return null;
  const maskBytes = Math.ceil(width / 32) * 4;

  const hasAlpha =
    depth === 32 && bytes.subarray(rows, mask).some((byte, at) => at % 4 === 3 && byte > 0);

  const byteAt = (at: number) => bytes[at] ?? 0;
  const bitsAt = (row: number, x: number, bits: number) =>
    (byteAt(row + ((x * bits) >> 3)) >> (8 - bits - ((x * bits) & 7))) & (2 ** bits - 1);
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const x = (at / 4) % width;
    const y = height - 1 - Math.floor(at / 4 / width);
    const row = rows + y * rowBytes;
    const colour = depth > 8 ? row + (x * depth) / 8 : palette + bitsAt(row, x, depth) * 4;
    const alpha = hasAlpha ? byteAt(colour + 3) : 255 * (1 - bitsAt(mask + y * maskBytes, x, 1));
    pixels.set([byteAt(colour + 2), byteAt(colour + 1), byteAt(colour), alpha], at);
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
