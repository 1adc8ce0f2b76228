import type { Hono } from 'hono';
import * as z from 'zod';
import { type CachedResponse, precompress, toResponse } from '#server/http/base/cached-response.ts';
import { compressWell } from '#server/http/base/encoding.ts';
import { CLOSED_POLICY } from '#server/http/base/content-policy.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { describeEndpoint } from './base/describe.ts';
import { generateSpecs } from 'hono-openapi';
import { errorBodySchema } from '#shared/common/errors.ts';
import { ADMIN_PARTS, COMPONENTS, PUBLIC_PARTS } from '#server/api/base/describe.ts';

export async function createDocument(api: Hono<HonoEnv>) {
  return generateSpecs(api, {
    defaultValidationErrorResponse: false,
    excludeStaticFile: false,
    documentation: {
      info: {
        title: 'API of the site',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'The whole site and its back office: published content, contact messages and order requests for everybody, ' +
          'everything else for administrators who are signed in. Errors have one shape.',
      },
      servers: [{ url: '/' }],
      tags: Object.values({ ...PUBLIC_PARTS, ...ADMIN_PARTS }).map(({ name, description }) => ({
        name,
        description,
      })),
      components: {
        ...COMPONENTS,
        schemas: { Error: z.toJSONSchema(errorBodySchema) as object },
      },
    },
  });
}

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
