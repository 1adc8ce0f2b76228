import { Hono } from 'hono';
import { revalidatedResponse } from '#server/http/api/json-response.ts';
import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import type { HonoEnv } from '#server/http/request-context.ts';
import { DOCS_STYLES, renderDocs } from './docs-page.ts';
import { type ApiDocument, createDocument } from './document.ts';

const DOCS_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The OpenAPI document, made from the routes themselves, and a page to read it. */
export function documentationApi(api: Hono<HonoEnv>, publicUrl: string): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();
  let made: Promise<ApiDocument> | null = null;
  const document = () => (made ??= createDocument(api, publicUrl));

  router.get('/openapi.json', async (c) =>
    revalidatedResponse(c.req.raw, JSON.stringify(await document()), {
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': CLOSED_POLICY,
    }),
  );
  router.get('/docs', async (c) =>
    revalidatedResponse(c.req.raw, renderDocs(await document()), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': DOCS_POLICY,
    }),
  );
  router.get('/docs.css', (c) =>
    revalidatedResponse(c.req.raw, DOCS_STYLES, {
      'content-type': 'text/css; charset=utf-8',
      'content-security-policy': CLOSED_POLICY,
    }),
  );
  return router;
}
