import { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import * as z from 'zod';
import { errorBodySchema } from '#shared/common/errors.ts';
import { COMPANY } from '#shared/company/values.ts';
import { revalidatedAnswer } from '../http/json-answer.ts';
import { CLOSED_POLICY } from '../http/content-policy.ts';
import type { HonoEnv } from '../http/request-context.ts';
import { DOCS_STYLES, renderDocs } from './docs-page.ts';

const DOCS_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function createDocument(api: Hono<HonoEnv>, publicUrl: string) {
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

/** The OpenAPI document, made from the routes themselves, and a page to read it. */
export function documentationApi(api: Hono<HonoEnv>, publicUrl: string): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();
  let made: Promise<ApiDocument> | null = null;
  const document = () => (made ??= createDocument(api, publicUrl));

  router.get('/openapi.json', async (c) =>
    revalidatedAnswer(c.req.raw, JSON.stringify(await document()), {
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': CLOSED_POLICY,
    }),
  );
  router.get('/docs', async (c) =>
    revalidatedAnswer(c.req.raw, renderDocs(await document()), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': DOCS_POLICY,
    }),
  );
  router.get('/docs.css', (c) =>
    revalidatedAnswer(c.req.raw, DOCS_STYLES, {
      'content-type': 'text/css; charset=utf-8',
      'content-security-policy': CLOSED_POLICY,
    }),
  );
  return router;
}
