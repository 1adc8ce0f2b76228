import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod';
import type { ServiceContext } from '#server/context/context.ts';
import {
  type AdminPart,
  BODY_ERRORS,
  type DescribedError,
  describeEndpoint,
  type Success,
} from './describe.ts';
import type { Access } from '#shared/admin-users/values.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import { validateHeaders, validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { ServiceError } from '#server/core/errors.ts';

type EndpointResponse<Value> = Success & { send: (value: Value) => Response };

export function record<Schema extends z.ZodObject>(
  schema: Schema,
  status: Success['status'] = 200,
): EndpointResponse<z.output<Schema>> {
  const wire = wireOf(schema);
  return {
    status,
    description: status === 201 ? 'What was created' : 'The record',
    schema: wire.schema,
    send: (value) => privateResponse(wire.encode(value), status),
  };
}

const nextCursor = z.string().nullable().optional().meta({
  description:
    'The `cursor` of the next page; null on the last one, missing where there are no pages',
});

export function list<Schema extends z.ZodObject>(
  schema: Schema,
): EndpointResponse<{ items: z.output<Schema>[]; nextCursor?: string | null }> {
  const wire = wireOf(schema);
  return {
    status: 200,
    description: 'The records',
    schema: z.object({ items: z.array(wire.schema), next_cursor: nextCursor }),
    send: (page) =>
      privateResponse({ items: page.items.map(wire.encode), next_cursor: page.nextCursor }),
  };
}

export const countSchema = z.object({ total: z.int() });

export const done: EndpointResponse<void> = {
  status: 200,
  description: 'It was done',
  schema: z.object({ success: z.literal(true) }),
  send: () => privateResponse({ success: true }),
};

export function file(description: string, ...mediaTypes: string[]): EndpointResponse<Response> {
  const schema = mediaTypes.every((type) => type.startsWith('text/')) ? z.string() : z.file();
  return { status: 200, description, mediaTypes, schema, send: (response) => response };
}

type Ids = Record<'id' | 'fileId' | 'entryId', string>;

type Input<Body, Query, Headers> = Ids & {
  body: z.output<Body>;
  query: z.output<Query>;
  headers: z.output<Headers>;
};

type Endpoint<Value, Body, Query, Headers> = {
  summary: string;
  description?: string;
  access?: Access;
  query?: Query;
  headers?: Headers;
  body?: Body;
  bodyOptions?: Parameters<typeof validateWireJson>[1];
  notFound?: string;
  errors?: readonly DescribedError[];
  response: EndpointResponse<Value>;
  run: (
    ctx: ServiceContext,
    input: Input<Body, Query, Headers>,
    c: Context<HonoEnv>,
  ) => Value | Promise<Value>;
};

function idsOf(c: Context, names: readonly string[], notFound = ''): Ids {
  return Object.fromEntries(names.map((name) => [name, rowIdOf(c, notFound, name)])) as Ids;
}

type Mount = (part: AdminPart, path: string) => MiddlewareHandler<HonoEnv>[];

export function endpoint<
  Value,
  Body extends z.ZodObject = never,
  Query extends z.ZodObject = never,
  Headers extends z.ZodObject = never,
>(stated: Endpoint<Value, Body, Query, Headers>): Mount {
  const { summary, description, access, query, headers, body, bodyOptions } = stated;
  const { notFound, errors = [], response, run } = stated;
  type Validated = { json: z.output<Body>; query: z.output<Query>; header: z.output<Headers> };
  return (part, path) => {
    const ids = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
    return [
      describeEndpoint({
        part,
        access,
        summary,
        description,
        ids,
        response,
        errors: [
          ...(query || headers ? (['VALIDATION'] as const) : []),
          ...(body ? BODY_ERRORS : []),
          ...(ids.length > 0 ? (['NOT_FOUND'] as const) : []),
          ...errors,
        ],
      }),
      ...(query ? [validateQuery(query)] : []),
      ...(headers ? [validateHeaders(headers)] : []),
      ...(body ? [validateWireJson(body, bodyOptions)] : []),
      async (c: Context<HonoEnv, string, { out: Validated }>) => {
        const input = {
          ...idsOf(c, ids, notFound),
          body: c.req.valid('json'),
          query: c.req.valid('query'),
          headers: c.req.valid('header'),
        };
        return response.send(await run(contextOf(c), input, c));
      },
    ];
  };
}

export function routerOf(part: AdminPart, endpoints: Record<string, Mount>): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();
  for (const [name, mount] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ');
    router.on(method, [path], ...mount(part, path));
  }
  return router;
}

export function rowIdOf(c: Context, notFound: string, name = 'id'): string {
  const id = z.guid().safeParse(c.req.param(name));
  if (!id.success) throw new ServiceError('NOT_FOUND', notFound);
  return id.data;
}
