import * as z from 'zod';
import { optionalUrl, withLowerCaseScheme } from '#shared/common/web-url.ts';
import { defineRecord } from '#shared/content/record.ts';
import { describeField, imageField, lineField, switchField } from '#shared/site-content/fields.ts';

const WEBSITE = {
  message: 'Enter a whole web address that starts with https:// or http://, or leave it empty',
  tooLong: 'Website must be at most 500 characters',
};

const websiteUrl = z
  .union([z.null(), optionalUrl(WEBSITE)], { error: WEBSITE.message })
  .optional()
  .transform((address) => (address ? withLowerCaseScheme(address) : null));

export const CLIENT = defineRecord({
  noun: 'client',
  fields: {
    name: lineField({ label: 'Name', max: 200, isRequired: true }),
    websiteUrl: describeField(websiteUrl, {
      label: 'Website (optional)',
      help: 'For your team. Pages do not show it.',
      input: 'url',
      empty: '',
    }),
    logoUrl: imageField({ label: 'Logo', folder: 'client-logos' }),
    isFeatured: switchField({ label: 'Featured', empty: true }),
  },
  retained: ['isFeatured'],
  record: {
    id: z.uuid(),
    name: z.string(),
    logoUrl: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    isFeatured: z.boolean(),
  },
});

export type AdminClient = z.infer<(typeof CLIENT)['schemas']['record']>;
