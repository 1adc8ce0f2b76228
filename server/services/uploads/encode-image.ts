import sharp, { type Sharp } from 'sharp';
import { ServiceError } from '#server/core/errors.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { MAX_IMAGE_WIDTH, sizeSuffix, variantsOf } from '#shared/uploads/variants.ts';
import { readIcon } from './read-icon.ts';

const MAX_PIXELS = 40e6;
// All frames together; encoding takes up to 2.2 s.
const MAX_ANIMATED_PIXELS = 20e6;
const MAX_HEIGHT = 10_000;
const MAX_ICON_SIDE = 512;
// The WebP decoder visits all frames for each one: 10 MB take minutes, beyond any time limit.
const MAX_FRAMES = 2_000;
const TIMEOUT_SECONDS = 20;
const WEBP_QUALITY = 82;
// Looks like the WebP. More effort takes up to 16 times as long and saves at most a tenth.
const AVIF_QUALITY = 55;
const AVIF_EFFORT = 1;
const FORMATS = new Set(['jpeg', 'png', 'gif', 'webp', 'heif']);

sharp.cache(false);
sharp.concurrency(1);

function hasText(bytes: Buffer, text: string, offset: number): boolean {
  return bytes.subarray(offset, offset + text.length).toString('latin1') === text;
}

function isIcon(bytes: Buffer): boolean {
  return hasText(bytes, '\0\0\u0001\0', 0);
}

export function isImage(bytes: Buffer): boolean {
  return (
    hasText(bytes, '\u00ff\u00d8\u00ff', 0) ||
    hasText(bytes, '\u0089PNG\r\n\u001a\n', 0) ||
    hasText(bytes, 'GIF87a', 0) ||
    hasText(bytes, 'GIF89a', 0) ||
    (hasText(bytes, 'RIFF', 0) && hasText(bytes, 'WEBP', 8)) ||
    hasText(bytes, 'ftypavif', 4) ||
    hasText(bytes, 'ftypavis', 4) ||
    hasText(bytes, 'ftypmif1', 4) ||
    isIcon(bytes)
  );
}

function reject(message: string): ServiceError {
  return new ServiceError('UNPROCESSABLE', message, { file: message });
}

function hasTooManyFrames(bytes: Buffer): boolean {
  if (!hasText(bytes, 'WEBP', 8)) return false;
  let frames = 0;
  for (let at = bytes.indexOf('ANMF'); at !== -1; at = bytes.indexOf('ANMF', at + 4)) {
    frames += 1;
    if (frames > MAX_FRAMES) return true;
  }
  return false;
}

export type EncodedFile = { suffix: string; bytes: Buffer };

/** Upright, without metadata, at most 2,000 pixels wide; the image itself comes last. An animation is one file, an icon one frame. */
export async function encodeImage(file: Buffer, format: 'webp' | 'png'): Promise<EncodedFile[]> {
  const bytes = isIcon(file) ? await readIcon(file) : file;
  if (!bytes) throw reject(UPLOAD_MESSAGES.unreadable);
  if (hasTooManyFrames(bytes)) throw reject(UPLOAD_MESSAGES.animationTooLarge);
  // No limit here: only the header is read, and a large image gets its own response.
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata || !FORMATS.has(metadata.format)) throw reject(UPLOAD_MESSAGES.unreadable);
  const pixels = metadata.width * metadata.height;
  if (pixels > MAX_PIXELS) throw reject(UPLOAD_MESSAGES.tooManyPixels);
  const { pages = 1 } = metadata;
  const isAnimated = pages > 1 && format === 'webp' && metadata.format !== 'heif';
  if (isAnimated && (pages > MAX_FRAMES || pages * pixels > MAX_ANIMATED_PIXELS)) {
    throw reject(UPLOAD_MESSAGES.animationTooLarge);
  }
  const image = sharp(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    animated: isAnimated,
  }).timeout({ seconds: TIMEOUT_SECONDS });
  const upright = isAnimated ? image : image.autoOrient();
  const fit = { fit: 'inside', withoutEnlargement: true } as const;
  const fitted = upright.resize({ ...fit, width: MAX_IMAGE_WIDTH, height: MAX_HEIGHT });
  try {
    if (format === 'png') {
      const icon = upright.resize({ ...fit, width: MAX_ICON_SIDE, height: MAX_ICON_SIDE }).png();
      return [{ suffix: '.png', bytes: await icon.toBuffer() }];
    }
    if (isAnimated) {
      const animation = fitted.webp({ quality: WEBP_QUALITY, effort: 2 });
      return [{ suffix: '.webp', bytes: await animation.toBuffer() }];
    }
    return await encodeVariants(fitted);
  } catch {
    throw reject(UPLOAD_MESSAGES.unreadable);
  }
}

/** Sequential, so that only one thread works. */
async function encodeVariants(image: Sharp): Promise<EncodedFile[]> {
  const deadline = Date.now() + TIMEOUT_SECONDS * 1_000;
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const name = `${sizeSuffix(info)}.webp`;
  const { avif = [], webp = [] } = variantsOf(`/${name}`) ?? {};
  const files: EncodedFile[] = [];
  for (const variant of [...avif, ...webp]) {
    const secondsLeft = Math.ceil((deadline - Date.now()) / 1_000);
    if (secondsLeft < 1) throw new Error('the time for this image is over');
    const resized = sharp(data, { raw: { width, height, channels } })
      .timeout({ seconds: secondsLeft })
      .resize({ width: variant.width });
    const encoded = avif.includes(variant)
      ? resized.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT })
      : resized.webp({ quality: WEBP_QUALITY, smartSubsample: true });
    files.push({ suffix: variant.url.slice(1), bytes: await encoded.toBuffer() });
  }
  return files;
}
