import { MAX_UPLOAD_BYTES } from './orders.ts';

export const UPLOAD_FOLDERS = [
  'uploads',
  'blog-images',
  'project-images',
  'client-logos',
  'testimonial-photos',
  'logos/header',
  'logos/footer',
  'logos/favicon',
] as const;

export type UploadFolder = (typeof UPLOAD_FOLDERS)[number];

/** Up to and including so many bytes. */
export const MAX_IMAGE_BYTES = MAX_UPLOAD_BYTES;

export const IMAGE_ACCEPT =
  '.png,.jpg,.jpeg,.webp,.gif,.avif,.svg,image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

export const UPLOAD_MESSAGES = {
  notAnImage: 'Please select an image file (PNG, JPG, SVG, etc.)',
  tooLarge: 'File size must be less than 10MB',
  unreadable: 'This image is damaged or incomplete. Please select another file.',
  tooManyPixels: 'This image has too many pixels: at most 40 megapixels',
  svgTooLarge: 'This SVG is too large: at most 1 MB',
  svgTooComplex: 'This SVG is too complex. Please simplify the drawing.',
  svgBroken: 'This SVG cannot be read. Please export it again.',
  svgEmpty: 'This SVG holds nothing that can be shown',
  folder: 'Choose one of the folders for images',
  oneFile: 'Send exactly one file in the field "file"',
  succeeded: 'Image uploaded successfully',
  diskFull: 'The disk of the server is nearly full: no image can be stored',
  failed: 'Failed to upload image',
  notOurs: 'Please upload the image here: addresses of other sites are not shown',
} as const;

const MEDIA_PATH =
  /^\/media(?:\/[a-z0-9][a-z0-9-]{0,63}){1,2}\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\.(?:svg|png|jpe?g|webp|avif)$/;

/** Whether an address names a picture of our own; pages may show no others. */
export function isMediaPath(url: string): boolean {
  return MEDIA_PATH.test(url);
}
