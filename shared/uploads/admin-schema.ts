import * as z from 'zod';
import { rawText } from '#shared/common/text.ts';
import { isMediaPath } from './values.ts';
import { UPLOAD_MESSAGES } from './messages.ts';

const ownImage = rawText(UPLOAD_MESSAGES.notOurs)
  .trim()
  .refine((url) => url === '' || isMediaPath(url), UPLOAD_MESSAGES.notOurs);

/** The address of an uploaded image; missing, null and blank all become null. */
export const optionalImageUrl = z
  .union([z.null(), ownImage], { error: UPLOAD_MESSAGES.notOurs })
  .optional()
  .transform((url) => url || null);

export const uploadResponseSchema = z.object({ url: z.string() });
