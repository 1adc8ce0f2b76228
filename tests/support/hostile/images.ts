import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** As one part of a PNG; `stated` is the length that it claims. */
export function pngChunk(type: string, data: Buffer = Buffer.alloc(0), stated = data.length) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(stated, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG that claims a size and carries next to nothing, or what is given. */
export function pngOf(
  width: number,
  height: number,
  rows: Buffer = deflateSync(Buffer.alloc(1024)),
  before: Buffer = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', header),
    before,
    pngChunk('IDAT', rows),
    pngChunk('IEND'),
  ]);
}

/** A part of a WebP. */
export function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** An animated WebP that claims a canvas, with one frame again and again. */
export function animatedWebp(side: number, frame: Buffer, frames: number): Buffer {
  const canvas = Buffer.alloc(10);
  canvas.writeUInt8(2, 0);
  canvas.writeUIntLE(side - 1, 4, 3);
  canvas.writeUIntLE(side - 1, 7, 3);
  const each = riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), frame]));
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', canvas),
    riffChunk('ANIM', Buffer.alloc(6)),
    Buffer.alloc(each.length * frames, each),
  ]);
  return riffChunk('RIFF', content);
}

/** A box of an AVIF; `stated` is the length that it claims. */
export function box(type: string, content: Buffer, stated = 8 + content.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(stated, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Boxes in boxes, as many as there are. */
export function nestedBoxes(type: string, depth: number): Buffer {
  const bytes = Buffer.alloc(12 * depth);
  for (let at = 0; at < bytes.length; at += 12) {
    bytes.writeUInt32BE(bytes.length - at, at);
    bytes.write(type, at + 4, 'latin1');
  }
  return bytes;
}

/** An icon file whose entries, of any number, are the same image. */
export function iconOf(image: Buffer, entries = 1): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries, 4);
  const entry = Buffer.alloc(16);
  entry.writeUInt32LE(image.length, 8);
  entry.writeUInt32LE(head.length + entry.length * entries, 12);
  return Buffer.concat([head, Buffer.alloc(entry.length * entries, entry), image]);
}

type Bitmap = { depth: number; palette?: number[]; rows?: number[][]; mask?: number[] };

/** A square bitmap as icons have it, from its lowest row on; it claims its side, and carries the rows that are given. */
export function bitmapOf(side: number, { depth, palette = [], rows, mask = [] }: Bitmap): Buffer {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(side, 4);
  head.writeInt32LE(side < 0x40000000 ? side * 2 : side, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(depth, 14);
  head.writeUInt32LE(palette.length / 4, 32);
  const rowBytes = Math.ceil((Math.min(side, 256) * depth) / 32) * 4;
  const given = rows ?? Array.from({ length: Math.min(side, 256) }, () => [0x7f]);
  const padded = given.map((row) =>
    Buffer.concat([Buffer.from(row), Buffer.alloc(rowBytes)], rowBytes),
  );
  const masks = mask.map((bits) => Buffer.from([bits, 0, 0, 0]));
  return Buffer.concat([head, Buffer.from(palette), ...padded, ...masks]);
}

/** An animated GIF of noise, which is the dearest to encode again. */
export function noisyGif(side: number, frames: number): Promise<Buffer> {
  const noise = randomFillSync(Buffer.alloc(side * side * 3)).map((byte) => byte & 0x80);
  const pages = Array.from({ length: frames }, (_, at) =>
    noise.map((byte) => byte ^ ((at & 1) << 7)),
  );
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const;
  return sharp(Buffer.concat(pages), { raw }).gif({ effort: 1, dither: 0 }).toBuffer();
}
