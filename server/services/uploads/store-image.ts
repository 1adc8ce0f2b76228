import { extname } from 'node:path';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { randomText } from '#server/lib/random-text.ts';
import { ServiceError } from '#server/core/errors.ts';
import { sourceOfWork } from '#server/services/documents/index.ts';
import { LIMITS } from '#server/core/limits.ts';
import { DOCUMENT_MESSAGES } from '#shared/documents/messages.ts';
import {
  IMAGE_NAME,
  MAX_IMAGE_BYTES,
  SVG_NAME,
  type UploadFolder,
} from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import type { EncodedFile } from './encode-image.ts';

const RANDOM_CHARACTERS = 20;

const TYPES = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
} as const;

// Each holds up to 10 MB and a decoded image of up to 40 megapixels.
const uploads = createFairQueue<'upload'>({
  lanes: { upload: { rank: 0, maxRunning: LIMITS.imageUploads, maxPending: 32 } },
  perSource: { maxRunning: LIMITS.imageUploads / 2, maxPending: 12 },
  messages: DOCUMENT_MESSAGES,
});
const decoders = createFairQueue<'image'>({
  lanes: { image: { rank: 0, maxRunning: LIMITS.imageDecoders, maxPending: LIMITS.imageUploads } },
  perSource: { maxRunning: LIMITS.imageDecoders, maxPending: LIMITS.imageUploads },
  messages: DOCUMENT_MESSAGES,
});

export async function withUploadPlace<T>(ctx: ServiceContext, work: () => Promise<T>): Promise<T> {
  requireAdmin(ctx);
  if ((await ctx.storage.freeBytes()) < LIMITS.minFreeDisk) {
    const message = UPLOAD_MESSAGES.diskFull;
    throw new ServiceError('INSUFFICIENT_STORAGE', message, { file: message });
  }
  return uploads.run('upload', sourceOfWork(ctx), work);
}

export async function readImage(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > MAX_IMAGE_BYTES) {
      throw new ServiceError('PAYLOAD_TOO_LARGE', UPLOAD_MESSAGES.tooLarge, {
        file: UPLOAD_MESSAGES.tooLarge,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Stores a re-encoded image with its variants, never the uploaded file. */
export async function storeImage(
  ctx: ServiceContext,
  { folder, fileName, bytes }: { folder: UploadFolder; fileName: string; bytes: Buffer },
): Promise<{ url: string }> {
  requireAdmin(ctx);
  const encoded = await reencode(ctx, { bytes, fileName, folder });
  const stem = `media/${folder}/${ctx.now().getTime()}-${randomText(RANDOM_CHARACTERS)}`;
  const files = encoded.map(({ suffix, bytes: content }) => ({ path: stem + suffix, content }));
  await storeTogether(ctx, files);
  return { url: `/${files.at(-1)?.path}` };
}

async function storeTogether(
  { storage, log }: ServiceContext,
  files: { path: string; content: Uint8Array }[],
): Promise<void> {
  const writeAll = async (some: typeof files) => {
    const writes = some.map(({ path, content }) => storage.write(path, content, typeOf(path)));
    const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };
  try {
    await writeAll(files.slice(0, -1));
    await writeAll(files.slice(-1));
  } catch (error) {
    for (const { path } of files) {
      await storage.remove(path).catch((removal: unknown) => {
        log.warn({ error: removal, path }, 'a file of an image that was not stored is left');
      });
    }
    throw error;
  }
}

function typeOf(path: string): string {
  return TYPES[extname(path) as keyof typeof TYPES];
}

async function reencode(
  ctx: ServiceContext,
  { bytes, fileName, folder }: { bytes: Buffer; fileName: string; folder: UploadFolder },
): Promise<EncodedFile[]> {
  if (SVG_NAME.test(fileName)) {
    const drawing = await ctx.documents.rebuildSvg(bytes, sourceOfWork(ctx));
    return [{ suffix: '.svg', bytes: Buffer.from(drawing, 'utf8') }];
  }
  // Rarely needed: keeps the decoders out of memory until then.
  const { encodeImage, isImage } = await import('./encode-image.ts');
  if (!IMAGE_NAME.test(fileName) || !isImage(bytes)) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', UPLOAD_MESSAGES.notAnImage, {
      file: UPLOAD_MESSAGES.notAnImage,
    });
  }
  // Not every browser accepts a WebP favicon.
  const format = folder === 'logos/favicon' ? 'png' : 'webp';
  return decoders.run('image', sourceOfWork(ctx), () => encodeImage(bytes, format));
}
