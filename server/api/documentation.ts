import { Hono } from 'hono';
import * as z from 'zod';
import {
  type CachedResponse,
  precompress,
  toResponse,
} from '#server/http/cache/cached-response.ts';
import { compressWell } from '#server/http/cache/encoding.ts';
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

async function prepare({ mediaType, policy, read }: Page): Promise<CachedResponse> {
  const body = Buffer.from(await read());
  const [br, gzip] = await Promise.all([compressWell(body, 'br'), compressWell(body, 'gzip')]);
  return precompress({
    status: 200,
    headers: [
      ['content-type', `${mediaType}; charset=utf-8`],
      ['content-security-policy', policy ?? CLOSED_POLICY],
      ['cache-control', 'no-cache'],
      ['vary', 'accept-encoding'],
    ],
    body,
    encoded: { br, gzip },
  });
}

/** The OpenAPI document, made from the routes themselves when it is first asked for, and a page to read it. */
export function documentationApi(api: Hono<HonoEnv>): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();

  function serve(path: string, page: Page): void {
    const { summary, mediaType, schema = z.string() } = page;
    const response = {
      status: 200,
      description: 'The text',
      schema,
      mediaTypes: [mediaType],
    } as const;
    let prepared: Promise<CachedResponse> | null = null;
    router.get(path, describeEndpoint({ part: 'documentation', summary, response }), async (c) =>
      toResponse(await (prepared ??= prepare(page)), c.req.raw),
    );
  }

  serve('/openapi.json', {
    summary: 'The OpenAPI document',
    mediaType: 'application/json',
    schema: z.looseObject({ openapi: z.string() }),
    read: async () => JSON.stringify(await createDocument(api)),
  });
  serve('/docs', {
    summary: 'The same as a page',
    mediaType: 'text/html',
    policy: DOCS_POLICY,
    read: async () => renderDocs(await createDocument(api)),
  });
  serve('/docs.css', {
    summary: 'The styles of the page',
    mediaType: 'text/css',
    read: () => DOCS_STYLES,
  });
  return router;
}
