import {
  dashboardCountsSchema,
  recentChangesSchema,
  reportQuerySchema,
  reportSchema,
  systemStateSchema,
  unansweredLeadsSchema,
} from '#shared/dashboard/admin-schema.ts';
import {
  getDashboardCounts,
  getReport,
  getSystemState,
  listRecentChanges,
  listUnansweredLeads,
} from '#server/services/dashboard/index.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { endpoint, record, routerOf } from '#server/api/base/endpoint.ts';

export const dashboardAdminApi = (mailer: Mailer) =>
  routerOf('dashboard', {
    'GET /': endpoint({
      summary: 'How many orders and messages there are, and how many are new',
      response: record(dashboardCountsSchema),
      run: getDashboardCounts,
    }),
    'GET /unanswered': endpoint({
      summary: 'What waits for an answer, the oldest first',
      response: record(unansweredLeadsSchema),
      run: listUnansweredLeads,
    }),
    'GET /changes': endpoint({
      summary: 'What administrators changed last',
      response: record(recentChangesSchema),
      run: async (ctx) => ({ items: await listRecentChanges(ctx) }),
    }),
    'GET /system': endpoint({
      summary: 'The state of what the site stands on',
      response: record(systemStateSchema),
      run: (ctx) => getSystemState(ctx, mailer),
    }),
    'GET /reports': endpoint({
      summary: 'Orders and messages of a period, by week or month',
      query: reportQuerySchema,
      response: record(reportSchema),
      run: (ctx, { query: { range, time_zone: timeZone } }) => getReport(ctx, { range, timeZone }),
    }),
  });
