import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { randomText } from '#server/lib/random-text.ts';
import { ServiceError } from '#server/errors.ts';
import { sourceOfWork } from '#server/services/documents/index.ts';
import { LIMITS } from '#server/limits.ts';
import { DOCUMENT_MESSAGES } from '#shared/documents/messages.ts';
import {
  IMAGE_NAME,
  MAX_IMAGE_BYTES,
  SVG_NAME,
  type UploadFolder,
} from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';

const RANDOM_CHARACTERS = 20;

const TYPES = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' } as const;

// Each holds up to 10 MB while it is read, and a decoded image of up to 40 megapixels.
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

/** Receives and stores an upload in its turn; its body stays unread until then. */
export async function withUploadPlace<T>(ctx: ServiceContext, work: () => Promise<T>): Promise<T> {
  requireAdmin(ctx);
  if ((await ctx.storage.freeBytes()) < LIMITS.minFreeDisk) {
    const message = UPLOAD_MESSAGES.diskFull;
    throw new ServiceError('INSUFFICIENT_STORAGE', message, { file: message });
  }
  return uploads.run('upload', sourceOfWork(ctx), work);
}

/** An uploaded file in memory, at most 10 MB. */
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

/** Stores an image made again from an uploaded one, never the file that was sent; returns its public address. */
export async function storeImage(
  ctx: ServiceContext,
  { folder, fileName, bytes }: { folder: UploadFolder; fileName: string; bytes: Buffer },
): Promise<{ url: string }> {
  requireAdmin(ctx);
  const { content, extension } = await reencode(ctx, { bytes, fileName, folder });
  const random = randomText(RANDOM_CHARACTERS);
  const path = `media/${folder}/${ctx.now().getTime()}-${random}.${extension}`;
  await ctx.storage.write(path, content, TYPES[extension]);
  return { url: `/${path}` };
}

async function reencode(
  ctx: ServiceContext,
  { bytes, fileName, folder }: { bytes: Buffer; fileName: string; folder: UploadFolder },
): Promise<{ content: Uint8Array; extension: keyof typeof TYPES }> {
  if (SVG_NAME.test(fileName)) {
    const drawing = await ctx.documents.rebuildSvg(bytes, sourceOfWork(ctx));
    return { content: Buffer.from(drawing, 'utf8'), extension: 'svg' };
  }
  // Only administrators need it, and rarely: the decoders stay out of memory until then.
  const { encodeImage, isImage } = await import('./encode-image.ts');
  if (!IMAGE_NAME.test(fileName) || !isImage(bytes)) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', UPLOAD_MESSAGES.notAnImage, {
      file: UPLOAD_MESSAGES.notAnImage,
    });
  }
  // Not every browser takes WebP for the icon of a tab.
  const extension = folder === 'logos/favicon' ? 'png' : 'webp';
  const content = await decoders.run('image', sourceOfWork(ctx), () =>
    encodeImage(bytes, extension),
  );
  return { content, extension };
}
