import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ServiceContext } from '#server/context.ts';
import type { IconImage } from '#server/documents/tasks.ts';
import { splitImageUrl } from '#shared/uploads/variants.ts';

// What the renderer reads; the favicon of the settings is stored as one of these.
const TYPES: Record<string, IconImage['type']> = { '.png': 'image/png', '.svg': 'image/svg+xml' };

/** The sizes in one icon file: of a tab, of a bar of tasks, of a desktop. */
const FILE_SIZES = [16, 32, 48];

export const HOME_SCREEN_SIZE = 180;

async function readMark({ storage }: ServiceContext, url: string): Promise<IconImage | null> {
  const path = splitImageUrl(url).file.slice(1);
  const type = TYPES[extname(path)];
  const file = type ? await storage.open(path) : null;
  return file && type ? { bytes: await buffer(file.stream), type } : null;
}

export async function drawHomeScreenIcon(
  ctx: ServiceContext,
  faviconUrl: string,
): Promise<Uint8Array> {
  const image = await readMark(ctx, faviconUrl);
  return ctx.documents.drawIcon({ image, size: HOME_SCREEN_SIZE, hasGround: true });
}

export async function drawIconFile(ctx: ServiceContext, faviconUrl: string): Promise<Uint8Array> {
  const image = await readMark(ctx, faviconUrl);
  const images: Uint8Array[] = [];
  for (const size of FILE_SIZES) {
    images.push(await ctx.documents.drawIcon({ image, size, hasGround: false }));
  }
  return joinImages(images);
}

const HEAD_BYTES = 6;
const ENTRY_BYTES = 16;

/** An icon file with PNG images, as every browser since Internet Explorer 11 reads it. */
function joinImages(images: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, { length }] of images.entries()) {
    const entry = HEAD_BYTES + ENTRY_BYTES * index;
    const size = FILE_SIZES[index] ?? 0;
    head.set([size, size], entry);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += length;
  }
  return Buffer.concat([head, ...images]);
}
