import { Hono } from 'hono';
import {
  auditEntrySchema,
  auditFilterSchema,
  auditRangeSchema,
  auditStatsSchema,
} from '#shared/contact-audit/admin-schema.ts';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { listResponse, recordResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateQuery } from '#server/http/api/validate.ts';
import {
  exportAudit,
  getAuditStats,
  listAuditEntries,
} from '#server/services/contact-audit/index.ts';
import { pageQuery } from '#server/api/queries.ts';
import { csvResponse } from './downloads.ts';

export const contactAuditAdminApi = new Hono<HonoEnv>()
  .get('/', validateQuery(auditFilterSchema.extend(pageQuery.shape)), async (c) =>
    listResponse(auditEntrySchema, await listAuditEntries(contextOf(c), c.req.valid('query'))),
  )
  .get('/stats', validateQuery(auditRangeSchema), async (c) =>
    recordResponse(auditStatsSchema, await getAuditStats(contextOf(c), c.req.valid('query'))),
  )
  .get(
    '/export.csv',
    validateQuery(auditFilterSchema.extend({ time_zone: timeZoneQuery })),
    async (c) => {
      const { time_zone: timeZone, ...filter } = c.req.valid('query');
      const ctx = contextOf(c);
      const parts = await exportAudit(ctx, filter);
      return csvResponse(parts, `contact_audit_${localDate(ctx.now(), timeZone)}.csv`);
    },
  );
