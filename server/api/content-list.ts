import { Hono } from 'hono';
import * as z from 'zod';
import type { ServiceContext } from '#server/context.ts';
import { contentResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { describeEndpoint } from './describe.ts';

type ContentList<Schema extends z.ZodObject> = {
  schema: Schema;
  list: (ctx: ServiceContext) => Promise<z.output<Schema>[]>;
  summary: string;
  description: string;
};

/** The endpoint of content that visitors read as one list. */
export function contentListApi<Schema extends z.ZodObject>({
  schema,
  list,
  summary,
  description,
}: ContentList<Schema>) {
  const wire = wireOf(schema);
  return new Hono<HonoEnv>().get(
    '/',
    describeEndpoint({
      tag: 'Content',
      summary,
      response: { status: 200, description, schema: z.array(wire.schema) },
      errors: ['UNAVAILABLE'],
    }),
    async (c) => contentResponse(c.req.raw, (await list(contextOf(c))).map(wire.encode)),
  );
}
