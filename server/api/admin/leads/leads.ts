import { Hono } from 'hono';
import * as z from 'zod';
import { BACKGROUND_HEADER } from '#shared/admin-sessions/values.ts';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import {
  bulkResultSchema,
  bulkStatusSchema,
  leadFilterSchema,
} from '#shared/leads/admin-schema.ts';
import { LEAD_LIST_MESSAGES } from '#shared/leads/messages.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { cursorQuery, limitQuery } from '#server/api/queries.ts';
import { csvResponse } from '#server/api/admin/downloads.ts';
import { rowIdOf } from '#server/api/admin/row-id.ts';

const bulkResult = wireOf(bulkResultSchema);

type Options = {
  /** How its path begins, and the name of its export. */
  name: string;
  statuses: readonly string[];
  sorts: readonly string[];
  changeSchema: z.ZodObject;
};

/** What the services call the filter of a request. */
function toFilter({ suspect, ...filter }: z.output<ReturnType<typeof leadFilterSchema<string>>>) {
  return { ...filter, isSuspect: suspect };
}

/** The endpoints that both kinds of lead have. */
export function leadAdminApi(
  lead: Lead,
  { name, statuses, sorts, changeSchema }: Options,
  contextOf: ContextOf,
) {
  const filterQuery = leadFilterSchema(statuses);
  const listQuery = filterQuery.extend({
    sort: z.enum(sorts, { error: LEAD_LIST_MESSAGES.sort }).optional(),
    cursor: cursorQuery,
    limit: limitQuery,
  });
  const listItem = wireOf(lead.schemas.listItem);
  const detail = wireOf(lead.schemas.detail);
  const changed = wireOf(lead.schemas.changed);
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(listQuery), async (c) => {
    const { sort, cursor, limit, ...query } = c.req.valid('query');
    const page = await lead.adminList(contextOf(c), { ...toFilter(query), sort, cursor, limit });
    return privateResponse({
      items: page.items.map(listItem.encode),
      next_cursor: page.nextCursor,
    });
  });

  router.get('/count', validateQuery(filterQuery), async (c) =>
    privateResponse({ total: await lead.count(contextOf(c), toFilter(c.req.valid('query'))) }),
  );

  router.get(
    '/export.csv',
    validateQuery(filterQuery.extend({ time_zone: timeZoneQuery })),
    async (c) => {
      const { time_zone: timeZone, ...query } = c.req.valid('query');
      const ctx = contextOf(c);
      const parts = await lead.export(ctx, toFilter(query));
      return csvResponse(parts, `${name}_${localDate(ctx.now(), timeZone)}.csv`);
    },
  );

  router.post('/bulk-status', validateWireJson(bulkStatusSchema(statuses)), async (c) => {
    const { filter, ...change } = c.req.valid('json');
    const results = await lead.updateStatuses(contextOf(c), {
      ...change,
      filter: filter && toFilter(filter),
    });
    return privateResponse({ results: results.map(bulkResult.encode) });
  });

  router.get('/:id', async (c) => {
    const isRefresh = c.req.header(BACKGROUND_HEADER) === '1';
    const found = await lead.get(contextOf(c), rowIdOf(c, lead.notFound), { isRefresh });
    return privateResponse(detail.encode(found));
  });

  router.patch('/:id', validateWireJson(changeSchema), async (c) => {
    const id = rowIdOf(c, lead.notFound);
    return privateResponse(
      changed.encode(await lead.update(contextOf(c), id, c.req.valid('json'))),
    );
  });

  return router;
}
