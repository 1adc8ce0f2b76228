import * as z from 'zod';
import { endpoint, record, routerOf } from '#server/api/base/endpoint.ts';
import { LIMITS } from '#server/core/limits.ts';
import { getSiteContent, updateSiteContent } from '#server/services/site-content/index.ts';
import {
  CONTENT_KEYS,
  CONTENT_TYPES,
  type ContentKey,
  SCREEN_ACCESS,
} from '#shared/site-content/types.ts';

function contentEndpoints(key: ContentKey) {
  const { label, schema, screen } = CONTENT_TYPES[key];
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
        access: SCREEN_ACCESS[screen],
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

export const siteContentAdminApi = routerOf(
  'siteContent',
  Object.fromEntries(CONTENT_KEYS.flatMap(contentEndpoints)),
);
