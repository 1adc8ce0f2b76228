import { csvResponse } from '#server/api/base/downloads.ts';
import { done, endpoint, file, list, record, routerOf } from '#server/api/base/endpoint.ts';
import { exportEnquiries, getResponseReport } from '#server/services/reports/index.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { responseReportQuerySchema, responseReportSchema } from '#shared/reports/admin-schema.ts';
import { claimModeSchema, claimSchema } from '#shared/claims/admin-schema.ts';
import { listClaims, measureClaimsNow, setClaimMode } from '#server/services/claims/index.ts';

export const claimsAdminApi = routerOf('publicClaims', {
  'GET /': endpoint({
    summary: 'Every public number of the site, with its source and what was measured',
    response: list(claimSchema),
    run: async (ctx) => ({ items: await listClaims(ctx) }),
  }),
  'POST /mode': endpoint({
    summary: 'Chooses whether pages show a number as it is written, or as it is',
    body: claimModeSchema,
    errors: ['UNPROCESSABLE'],
    response: done,
    run: (ctx, { body }) => setClaimMode(ctx, body),
  }),
  'POST /measure': endpoint({
    summary: 'Measures the numbers again',
    description: 'Otherwise a job does so once a day.',
    response: done,
    run: measureClaimsNow,
  }),
});

export const reportsAdminApi = routerOf('reports', {
  'GET /responses': endpoint({
    summary: 'How soon enquiries were answered, and whether promises were kept',
    description:
      'By week or month, service, page before the form, referrer and assignee. Suspected spam does not count.',
    query: responseReportQuerySchema,
    response: record(responseReportSchema),
    run: (ctx, { query }) => getResponseReport(ctx, query),
  }),
  'GET /export.csv': endpoint({
    summary: 'The enquiries that a report counts, without contact data',
    query: responseReportQuerySchema,
    access: 'administration',
    errors: ['PROOF_REQUIRED'],
    response: file('The table', 'text/csv'),
    async run(ctx, { query }) {
      const parts = await exportEnquiries(ctx, query);
      return csvResponse(parts, `enquiries_${localDate(ctx.now(), query.time_zone)}.csv`);
    },
  }),
});
