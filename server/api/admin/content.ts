import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { rawText } from '#shared/common/text.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateHeaders, validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { LIMITS } from '#server/limits.ts';
import type { Content } from '#server/services/content/index.ts';
import { optionalKeySchema } from '#server/api/idempotency-key.ts';
import { cursorQuery, limitQuery } from '#server/api/queries.ts';
import { rowIdOf } from './row-id.ts';

const searchQuery = rawText()
  .max(200, 'The search is too long')
  .transform((text) => text.trim() || undefined)
  .optional();

const deletedQuery = z
  .enum(['0', '1'], { error: 'Ask for deleted=1 or leave it out' })
  .transform((text) => text === '1')
  .optional();

/** The endpoints that all content has: its list and their number, and each record. */
export function contentAdminApi(content: Content, contextOf: ContextOf) {
  const { schemas, messages, filters = {} } = content;
  const summary = wireOf(schemas.summary);
  const record = wireOf(schemas.record);
  const filterQueries = Object.entries(filters).map(([name, { query }]) => [name, query]);
  const countQuery = z.object({
    search: searchQuery,
    deleted: deletedQuery,
    ...(Object.fromEntries(filterQueries) as z.ZodRawShape),
  });
  const listQuery = countQuery.extend({ cursor: cursorQuery, limit: limitQuery });
  const idOf = (c: Context) => rowIdOf(c, messages.notFound);
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(listQuery), async (c) => {
    const page = await content.adminList(contextOf(c), c.req.valid('query'));
    return privateResponse({ items: page.items.map(summary.encode), next_cursor: page.nextCursor });
  });

  router.get('/count', validateQuery(countQuery), async (c) =>
    privateResponse({ total: await content.count(contextOf(c), c.req.valid('query')) }),
  );

  router.post(
    '/',
    validateHeaders(optionalKeySchema),
    validateWireJson(schemas.input, LIMITS.contentBody),
    async (c) => {
      const key = c.req.valid('header')['idempotency-key'];
      const created = await content.create(contextOf(c), c.req.valid('json'), key);
      return privateResponse(record.encode(created), 201);
    },
  );

  router.get('/:id', async (c) =>
    privateResponse(record.encode(await content.get(contextOf(c), idOf(c)))),
  );

  router.put('/:id', validateWireJson(schemas.change, LIMITS.contentBody), async (c) => {
    const changed = await content.update(contextOf(c), idOf(c), c.req.valid('json'));
    return privateResponse(record.encode(changed));
  });

  router.delete('/:id', async (c) => {
    await content.delete(contextOf(c), idOf(c));
    return privateResponse({ success: true });
  });

  router.post('/:id/restore', async (c) =>
    privateResponse(record.encode(await content.restore(contextOf(c), idOf(c)))),
  );

  return router;
}
