import { Hono } from 'hono';
import * as z from 'zod';
import { BACKGROUND_HEADER } from '#shared/admin-sessions/values.ts';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import {
  bulkResultsSchema,
  bulkStatusSchema,
  leadFilterSchema,
} from '#shared/leads/admin-schema.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { listResponse, privateResponse, recordResponse } from '#server/http/api/json-response.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { pageQuery, sortQuery } from '#server/api/queries.ts';
import { csvResponse } from '#server/api/admin/downloads.ts';
import { rowIdOf } from '#server/api/admin/row-id.ts';

/** What the services call the filter of a request. */
function toFilter({ suspect, ...filter }: z.output<ReturnType<typeof leadFilterSchema<string>>>) {
  return { ...filter, isSuspect: suspect };
}

/** The endpoints that both kinds of lead have. */
export function leadAdminApi(lead: Lead) {
  const { name, schemas, sorts, statuses, notFound } = lead;
  const filterQuery = leadFilterSchema(statuses);
  const listQuery = filterQuery.extend({
    sort: sortQuery(sorts),
    ...pageQuery.shape,
  });

  return new Hono<HonoEnv>()
    .get('/', validateQuery(listQuery), async (c) => {
      const { sort, cursor, limit, ...query } = c.req.valid('query');
      const page = await lead.adminList(contextOf(c), { ...toFilter(query), sort, cursor, limit });
      return listResponse(schemas.listItem, page);
    })
    .get('/count', validateQuery(filterQuery), async (c) =>
      privateResponse({ total: await lead.count(contextOf(c), toFilter(c.req.valid('query'))) }),
    )
    .get(
      '/export.csv',
      validateQuery(filterQuery.extend({ time_zone: timeZoneQuery })),
      async (c) => {
        const { time_zone: timeZone, ...query } = c.req.valid('query');
        const ctx = contextOf(c);
        const parts = await lead.export(ctx, toFilter(query));
        return csvResponse(parts, `${name}_${localDate(ctx.now(), timeZone)}.csv`);
      },
    )
    .post('/bulk-status', validateWireJson(bulkStatusSchema(statuses)), async (c) => {
      const { filter, ...change } = c.req.valid('json');
      const choice = { ...change, filter: filter && toFilter(filter) };
      const results = await lead.updateStatuses(contextOf(c), choice);
      return recordResponse(bulkResultsSchema, { results });
    })
    .get('/:id', async (c) => {
      const isRefresh = c.req.header(BACKGROUND_HEADER) === '1';
      const found = await lead.get(contextOf(c), rowIdOf(c, notFound), { isRefresh });
      return recordResponse(schemas.detail, found);
    })
    .patch('/:id', validateWireJson(schemas.change), async (c) => {
      const changed = await lead.update(contextOf(c), rowIdOf(c, notFound), c.req.valid('json'));
      return recordResponse(schemas.changed, changed);
    });
}
