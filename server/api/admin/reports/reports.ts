import { csvResponse } from '#server/api/base/downloads.ts';
import { endpoint, file, record, routerOf } from '#server/api/base/endpoint.ts';
import { exportEnquiries, getResponseReport } from '#server/services/reports/index.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { responseReportQuerySchema, responseReportSchema } from '#shared/reports/admin-schema.ts';

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
