import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';

export const UPLOAD_FOLDERS = [
  'uploads',
  'blog-images',
  'project-images',
  'client-logos',
  'testimonial-photos',
  'team-photos',
  'logos/header',
  'logos/footer',
  'logos/favicon',
] as const;

export type UploadFolder = (typeof UPLOAD_FOLDERS)[number];

/** Up to and including so many bytes. */
export const MAX_IMAGE_BYTES = MAX_UPLOAD_BYTES;

export const IMAGE_ACCEPT =
  '.png,.jpg,.jpeg,.webp,.gif,.avif,.ico,.svg,image/png,image/jpeg,image/webp,image/gif,image/avif,image/x-icon,image/vnd.microsoft.icon,image/svg+xml';

/** Of an image that is taken, but for drawings. */
export const IMAGE_NAME = /\.(?:png|jpe?g|jfif|webp|gif|avif|ico)$/i;
export const SVG_NAME = /\.svg$/i;

const MEDIA_PATH =
  /^\/media(?:\/[a-z0-9][a-z0-9-]{0,63}){1,2}\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\.(?:svg|png|jpe?g|webp|avif)(?:#focus-(?:100|[1-9]?[05])-(?:100|[1-9]?[05]))?$/;

/** Whether a URL names an image of our own, with or without a focal point; pages may show no others. */
export function isMediaPath(url: string): boolean {
  return MEDIA_PATH.test(url);
}
