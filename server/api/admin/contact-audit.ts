import {
  auditEntrySchema,
  auditFilterSchema,
  auditRangeSchema,
  auditStatsSchema,
  auditVerificationSchema,
} from '#shared/contact-audit/admin-schema.ts';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import {
  checkAudit,
  exportAudit,
  getAuditStats,
  handOverAudit,
  listAuditEntries,
} from '#server/services/contact-audit/index.ts';
import { pageQuery } from '#server/api/base/queries.ts';
import { csvResponse, streamResponse } from '#server/api/base/downloads.ts';
import { endpoint, file, list, record, routerOf } from '#server/api/base/endpoint.ts';

export const contactAuditAdminApi = routerOf('contactAudit', {
  'GET /': endpoint({
    summary: 'A page of the audit',
    query: auditFilterSchema.extend(pageQuery.shape),
    response: list(auditEntrySchema),
    run: (ctx, { query }) => listAuditEntries(ctx, query),
  }),
  'GET /stats': endpoint({
    summary: 'The statistics of a period',
    query: auditRangeSchema,
    response: record(auditStatsSchema),
    run: (ctx, { query }) => getAuditStats(ctx, query),
  }),
  'GET /verification': endpoint({
    summary: 'Whether any entry was changed or removed',
    description:
      'The whole hash chain is computed again. Entries cut off at its end show in their number only.',
    response: record(auditVerificationSchema),
    run: checkAudit,
  }),
  'GET /export.jsonl': endpoint({
    summary: 'The whole audit with its proof, to be handed to an auditor',
    description:
      'JSON lines: what it is, each entry with its hash and that of the one before, and the end of the chain. `npm run admin -- verify-audit --file FILE` checks it.',
    errors: ['PROOF_REQUIRED'],
    response: file('The lines', 'application/jsonl'),
    async run(ctx) {
      const name = `contact_audit_${ctx.now().toISOString().slice(0, 10)}.jsonl`;
      return streamResponse(await handOverAudit(ctx), { name, type: 'application/jsonl' });
    },
  }),
  'GET /export.csv': endpoint({
    summary: 'All entries that a filter finds',
    query: auditFilterSchema.extend({ time_zone: timeZoneQuery }),
    errors: ['PROOF_REQUIRED'],
    response: file('The table', 'text/csv'),
    async run(ctx, { query: { time_zone: timeZone, ...filter } }) {
      const parts = await exportAudit(ctx, filter);
      return csvResponse(parts, `contact_audit_${localDate(ctx.now(), timeZone)}.csv`);
    },
  }),
});
