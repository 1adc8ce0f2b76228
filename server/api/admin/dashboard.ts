import { Hono } from 'hono';
import {
  dashboardCountsSchema,
  reportPeriodSchema,
  reportQuerySchema,
} from '#shared/dashboard/admin-schema.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateQuery } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { getDashboardCounts, getReport } from '#server/services/dashboard/index.ts';

const counts = wireOf(dashboardCountsSchema);
const period = wireOf(reportPeriodSchema);

export function dashboardAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) =>
    privateResponse(counts.encode(await getDashboardCounts(contextOf(c)))),
  );

  router.get('/reports', validateQuery(reportQuerySchema), async (c) => {
    const { range, time_zone: timeZone } = c.req.valid('query');
    const report = await getReport(contextOf(c), { range, timeZone });
    return privateResponse({
      periods: report.periods.map(period.encode),
      order_statuses: report.orderStatuses,
      order_services: report.orderServices,
      order_budgets: report.orderBudgets,
      message_statuses: report.messageStatuses,
    });
  });

  return router;
}
