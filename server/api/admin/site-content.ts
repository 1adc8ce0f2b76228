import * as z from 'zod';
import { endpoint, record, routerOf } from '#server/api/base/endpoint.ts';
import { LIMITS } from '#server/core/limits.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { previewEmail, sendTestEmail } from '#server/services/mails/index.ts';
import { getSiteContent, updateSiteContent } from '#server/services/site-content/index.ts';
import { proposeAccent } from '#server/services/site-icons/index.ts';
import { mailPreviewSchema, sentTestSchema } from '#shared/mails/admin-schema.ts';
import { EMAIL_KEYS, type EmailKey, EMAILS } from '#shared/site-content/emails.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';
import {
  CONTENT_KEYS,
  CONTENT_TYPES,
  type ContentKey,
  getContentAccess,
} from '#shared/site-content/types.ts';

function contentEndpoints(key: ContentKey) {
  const { label, schema } = CONTENT_TYPES[key];
  const managed = schema.extend({
    updatedAt: z.iso.datetime().nullable(),
    isSample: z.boolean(),
  });
  const change = schema.extend({ updatedAt: z.iso.datetime().nullable().optional() });
  return [
    [
      `GET /${key}`,
      endpoint({
        summary: `${label}: the saved values; fields that were never saved are empty`,
        access: 'work',
        response: record(managed),
        run: (ctx) => getSiteContent(ctx, key),
      }),
    ],
    [
      `PUT /${key}`,
      endpoint({
        summary: `Changes: ${label}`,
        access: getContentAccess(key),
        description:
          'The record can be sent back as it was read. With `updated_at`, a newer version is not overwritten.',
        body: change,
        bodyOptions: { maxBytes: LIMITS.contentBody, record: managed },
        errors: ['CONFLICT'],
        response: record(managed),
        run: (ctx, { body }) => updateSiteContent(ctx, key, body),
      }),
    ],
  ] as const;
}

const BRAND_ENDPOINTS = [
  [
    'POST /brand/color',
    endpoint({
      summary: 'Brand: proposes the accent color of a logo, by default of the header logo',
      description: 'Empty for a logo in white, black and grey.',
      body: z.object({ logoUrl: optionalImageUrl }),
      errors: ['CONFLICT'],
      response: record(z.object({ color: z.string() })),
      run: (ctx, { body }) => proposeAccent(ctx, body),
    }),
  ],
] as const;

function emailEndpoints(mailer: Mailer, key: EmailKey) {
  const { label, schema } = EMAILS[key];
  return [
    [
      `POST /${key}/preview`,
      endpoint({
        summary: `${label}: how it reads with these texts and sample data`,
        body: schema,
        bodyOptions: { maxBytes: LIMITS.contentBody },
        response: record(mailPreviewSchema),
        run: (ctx, { body }) => previewEmail(ctx, mailer, { key, copy: body }),
      }),
    ],
    [
      `POST /${key}/test`,
      endpoint({
        summary: `${label}: sends it with the saved texts to your own email address`,
        errors: ['CONFLICT'],
        response: record(sentTestSchema),
        run: (ctx) => sendTestEmail(ctx, key),
      }),
    ],
  ] as const;
}

export const siteContentAdminApi = (mailer: Mailer) =>
  routerOf(
    'siteContent',
    Object.fromEntries([
      ...CONTENT_KEYS.flatMap(contentEndpoints),
      ...BRAND_ENDPOINTS,
      ...EMAIL_KEYS.flatMap((key) => emailEndpoints(mailer, key)),
    ]),
  );
