import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { CONTENT_ACTIONS } from '#shared/content/values.ts';
import { bulkSchema, contentResultsSchema } from '#shared/leads/admin-schema.ts';
import { rawText } from '#shared/common/text.ts';
import {
  doneResponse,
  listResponse,
  privateResponse,
  recordResponse,
} from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateHeaders, validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { LIMITS } from '#server/limits.ts';
import type { Content } from '#server/services/content/index.ts';
import { optionalKeySchema } from '#server/api/idempotency-key.ts';
import { pageQuery, sortQuery } from '#server/api/queries.ts';
import { rowIdOf } from './row-id.ts';

const searchQuery = rawText()
  .max(200, 'The search is too long')
  .transform((text) => text.trim() || undefined)
  .optional();

const deletedQuery = z
  .enum(['0', '1'], { error: 'Ask for deleted=1 or leave it out' })
  .transform((text) => text === '1')
  .optional();

const action = z.enum(CONTENT_ACTIONS, { error: 'The action is not known' });

/** The endpoints that all content has: its list and their number, many records at once, and each record. */
export function contentAdminApi(content: Content) {
  const { schemas, messages, filters = {} } = content;
  const filterQueries = Object.entries(filters).map(([name, { query }]) => [name, query]);
  const countQuery = z.object({
    search: searchQuery,
    deleted: deletedQuery,
    ...(Object.fromEntries(filterQueries) as z.ZodRawShape),
  });
  const listQuery = countQuery.extend({ sort: sortQuery(content.sorts), ...pageQuery.shape });
  const idOf = (c: Context) => rowIdOf(c, messages.notFound);

  return new Hono<HonoEnv>()
    .get('/', validateQuery(listQuery), async (c) =>
      listResponse(schemas.summary, await content.adminList(contextOf(c), c.req.valid('query'))),
    )
    .get('/count', validateQuery(countQuery), async (c) =>
      privateResponse({ total: await content.count(contextOf(c), c.req.valid('query')) }),
    )
    .post(
      '/',
      validateHeaders(optionalKeySchema),
      validateWireJson(schemas.input, { maxBytes: LIMITS.contentBody }),
      async (c) => {
        const key = c.req.valid('header')['idempotency-key'];
        const created = await content.create(contextOf(c), c.req.valid('json'), key);
        return recordResponse(schemas.record, created, 201);
      },
    )
    .post('/bulk', validateWireJson(bulkSchema(countQuery.shape, { action })), async (c) => {
      const results = await content.changeAll(contextOf(c), c.req.valid('json'));
      return recordResponse(contentResultsSchema, { results });
    })
    .get('/:id', async (c) =>
      recordResponse(schemas.record, await content.get(contextOf(c), idOf(c))),
    )
    .put(
      '/:id',
      validateWireJson(schemas.change, { maxBytes: LIMITS.contentBody, record: schemas.record }),
      async (c) => {
        const changed = await content.update(contextOf(c), idOf(c), c.req.valid('json'));
        return recordResponse(schemas.record, changed);
      },
    )
    .delete('/:id', async (c) => {
      await content.delete(contextOf(c), idOf(c));
      return doneResponse();
    })
    .post('/:id/restore', async (c) =>
      recordResponse(schemas.record, await content.restore(contextOf(c), idOf(c))),
    );
}
