import { crc32, deflateSync } from 'node:zlib';

/** As one part of a PNG; `stated` is the length that it claims. */
export function pngChunk(
  type: string,
  data: Buffer = Buffer.alloc(0),
  stated = data.length,
): Buffer {
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
