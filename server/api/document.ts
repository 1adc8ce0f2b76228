import { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import * as z from 'zod';
import { errorBodySchema } from '#shared/common/errors.ts';
import { COMPANY } from '#shared/company/values.ts';
import type { HonoEnv } from '#server/http/request-context.ts';

export async function createDocument(api: Hono<HonoEnv>, publicUrl: string) {
  const document = await generateSpecs(api, {
    defaultValidationErrorResponse: false,
    exclude: /^\/api\/admin/,
    documentation: {
      info: {
        title: `${COMPANY.name} API`,
        version: '1.0.0',
        description:
          'Published content of the site, contact messages and order requests. Errors have one shape, and no call needs an account.',
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'Content', description: 'Published records, as lists or one by one' },
        { name: 'Leads', description: 'What visitors send' },
        { name: 'Settings', description: 'The public settings of the site' },
      ],
      components: {
        schemas: { Error: z.toJSONSchema(errorBodySchema) as object },
      },
    },
  });
  return document;
}

export type ApiDocument = Awaited<ReturnType<typeof createDocument>>;
