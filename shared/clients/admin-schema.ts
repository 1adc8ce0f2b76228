import * as z from 'zod';
import { CLIENT_LIMITS, NEW_CLIENT } from './values.ts';
import { CLIENT_MESSAGES } from './messages.ts';
import { textFields } from '#shared/common/text.ts';
import { optionalUrl, withLowerCaseScheme } from '#shared/common/web-url.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';

const isFeatured = z.boolean({ error: CLIENT_MESSAGES.isFeatured });

/** A client as an administrator writes it; a flag that is missing stays as it is. */
export const clientInputSchema = z.object({
  name: textFields(CLIENT_LIMITS, CLIENT_MESSAGES).required('name'),
  logoUrl: optionalImageUrl,
  websiteUrl: z
    .union(
      [
        z.null(),
        optionalUrl({
          message: CLIENT_MESSAGES.websiteUrl,
          tooLong: CLIENT_MESSAGES.websiteUrlTooLong,
        }),
      ],
      { error: CLIENT_MESSAGES.websiteUrl },
    )
    .optional()
    .transform((address) => (address ? withLowerCaseScheme(address) : null)),
  isFeatured: isFeatured.optional(),
});

export const newClientSchema = clientInputSchema.extend({
  isFeatured: isFeatured.default(NEW_CLIENT.isFeatured),
});

/** With the time of the version that was changed; without one the save overwrites. */
export const clientChangeSchema = clientInputSchema.extend({
  updatedAt: z.iso.datetime().optional(),
});

export const adminClientSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  isFeatured: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  isSample: z.boolean(),
});

export type AdminClient = z.infer<typeof adminClientSchema>;
