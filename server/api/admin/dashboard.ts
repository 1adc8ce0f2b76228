import { Hono } from 'hono';
import {
  dashboardCountsSchema,
  recentChangesSchema,
  reportQuerySchema,
  reportSchema,
  systemStateSchema,
  unansweredLeadsSchema,
} from '#shared/dashboard/admin-schema.ts';
import { recordResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateQuery } from '#server/http/api/validate.ts';
import {
  getDashboardCounts,
  getReport,
  getSystemState,
  listRecentChanges,
  listUnansweredLeads,
} from '#server/services/dashboard/index.ts';

export const dashboardAdminApi = new Hono<HonoEnv>()
  .get('/', async (c) =>
    recordResponse(dashboardCountsSchema, await getDashboardCounts(contextOf(c))),
  )
  .get('/unanswered', async (c) =>
    recordResponse(unansweredLeadsSchema, await listUnansweredLeads(contextOf(c))),
  )
  .get('/changes', async (c) =>
    recordResponse(recentChangesSchema, { items: await listRecentChanges(contextOf(c)) }),
  )
  .get('/system', async (c) =>
    recordResponse(systemStateSchema, await getSystemState(contextOf(c))),
  )
  .get('/reports', validateQuery(reportQuerySchema), async (c) => {
    const { range, time_zone: timeZone } = c.req.valid('query');
    return recordResponse(reportSchema, await getReport(contextOf(c), { range, timeZone }));
  });
