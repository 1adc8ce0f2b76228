import { Hono } from 'hono';
import { AUDIT_PAGE_SIZE } from '#shared/contact-audit/values.ts';
import {
  auditEntrySchema,
  auditFilterSchema,
  auditRangeSchema,
  auditStatsSchema,
} from '#shared/contact-audit/admin-schema.ts';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateQuery } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  exportAudit,
  getAuditStats,
  listAuditEntries,
} from '#server/services/contact-audit/index.ts';
import { cursorQuery, limitQuery } from '#server/api/queries.ts';
import { csvResponse } from './downloads.ts';

const entry = wireOf(auditEntrySchema);
const stats = wireOf(auditStatsSchema);

export function contactAuditAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get(
    '/',
    validateQuery(auditFilterSchema.extend({ cursor: cursorQuery, limit: limitQuery })),
    async (c) => {
      const { limit = AUDIT_PAGE_SIZE, ...query } = c.req.valid('query');
      const page = await listAuditEntries(contextOf(c), { ...query, limit });
      return privateResponse({ items: page.items.map(entry.encode), next_cursor: page.nextCursor });
    },
  );

  router.get('/stats', validateQuery(auditRangeSchema), async (c) =>
    privateResponse(stats.encode(await getAuditStats(contextOf(c), c.req.valid('query')))),
  );

  router.get(
    '/export.csv',
    validateQuery(auditFilterSchema.extend({ time_zone: timeZoneQuery })),
    async (c) => {
      const { time_zone: timeZone, ...filter } = c.req.valid('query');
      const ctx = contextOf(c);
      const parts = await exportAudit(ctx, filter);
      return csvResponse(parts, `contact_audit_${localDate(ctx.now(), timeZone)}.csv`);
    },
  );

  return router;
}
