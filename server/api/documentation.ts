import type { Hono } from 'hono';
import * as z from 'zod';
import { type CachedResponse, precompress, toResponse } from '#server/http/base/cached-response.ts';
import { compressWell } from '#server/http/base/encoding.ts';
import { CLOSED_POLICY } from '#server/http/base/content-policy.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { describeEndpoint } from './base/describe.ts';
import { createDocument } from './document.ts';

async function prepare(text: string): Promise<CachedResponse> {
  const body = Buffer.from(text);
  const [br, gzip] = await Promise.all([compressWell(body, 'br'), compressWell(body, 'gzip')]);
  return precompress({
    status: 200,
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['content-security-policy', CLOSED_POLICY],
      ['cache-control', 'no-cache'],
      ['vary', 'accept-encoding'],
    ],
    body,
    encoded: { br, gzip },
  });
}

export function addDocumentation(api: Hono<HonoEnv>): void {
  const response = {
    status: 200,
    description: 'The text',
    schema: z.looseObject({ openapi: z.string() }),
  } as const;
  let prepared: Promise<CachedResponse> | null = null;
  api.get(
    '/openapi.json',
    describeEndpoint({ part: 'documentation', summary: 'The OpenAPI document', response }),
    async (c) =>
      toResponse(
        await (prepared ??= createDocument(api).then((document) =>
          prepare(JSON.stringify(document)),
        )),
        c.req.raw,
      ),
  );
}
