import { Hono } from 'hono';
import * as z from 'zod';
import { revalidatedResponse } from '#server/http/api/json-response.ts';
import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import type { HonoEnv } from '#server/http/request-context.ts';
import { describeEndpoint } from './describe.ts';
import { DOCS_STYLES, renderDocs } from './docs-page.ts';
import { createDocument } from './document.ts';

const DOCS_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Page = {
  summary: string;
  mediaType: string;
  policy?: string;
  schema?: z.ZodType;
  read: () => string | Promise<string>;
};

/** The OpenAPI document, made from the routes themselves when it is first asked for, and a page to read it. */
export function documentationApi(api: Hono<HonoEnv>): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();

  async function make() {
    const document = await createDocument(api);
    return { json: JSON.stringify(document), html: renderDocs(document) };
  }
  let made: ReturnType<typeof make> | null = null;
  const documentation = () => (made ??= make());

  function serve(path: string, page: Page): void {
    const { summary, mediaType, policy = CLOSED_POLICY, schema = z.string(), read } = page;
    const response = {
      status: 200,
      description: 'The text',
      schema,
      mediaTypes: [mediaType],
    } as const;
    router.get(path, describeEndpoint({ part: 'documentation', summary, response }), async (c) =>
      revalidatedResponse(c.req.raw, await read(), {
        'content-type': `${mediaType}; charset=utf-8`,
        'content-security-policy': policy,
      }),
    );
  }

  serve('/openapi.json', {
    summary: 'The OpenAPI document',
    mediaType: 'application/json',
    schema: z.looseObject({ openapi: z.string() }),
    read: async () => (await documentation()).json,
  });
  serve('/docs', {
    summary: 'The same as a page',
    mediaType: 'text/html',
    policy: DOCS_POLICY,
    read: async () => (await documentation()).html,
  });
  serve('/docs.css', {
    summary: 'The styles of the page',
    mediaType: 'text/css',
    read: () => DOCS_STYLES,
  });
  return router;
}
