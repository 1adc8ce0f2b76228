import { Hono } from 'hono';
import { AUDIT_PAGE_SIZE } from '#shared/contact-audit.ts';
import {
  auditEntrySchema,
  auditFilterSchema,
  auditRangeSchema,
  auditStatsSchema,
} from '#shared/contact-audit-schema.ts';
import { timeZoneQuery } from '#shared/dashboard-schema.ts';
import { localDate } from '#shared/dashboard-time.ts';
import { CLOSED_POLICY } from '../../http/content-policy.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateQuery } from '../../http/validate.ts';
import { wireOf } from '../../http/wire.ts';
import {
  exportAudit,
  getAuditStats,
  listAuditEntries,
} from '../../services/contact-audit/index.ts';
import type { ApiDeps } from '../deps.ts';
import { cursorQuery, limitQuery } from '../queries.ts';

const entry = wireOf(auditEntrySchema);
const stats = wireOf(auditStatsSchema);

export function contactAuditAdminApi({ contextOf, now }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get(
    '/',
    validateQuery(auditFilterSchema.extend({ cursor: cursorQuery, limit: limitQuery })),
    async (c) => {
      const { limit = AUDIT_PAGE_SIZE, ...query } = c.req.valid('query');
      const page = await listAuditEntries(contextOf(c), { ...query, limit });
      return privateAnswer({ items: page.items.map(entry.encode), next_cursor: page.nextCursor });
    },
  );

  router.get('/stats', validateQuery(auditRangeSchema), async (c) =>
    privateAnswer(stats.encode(await getAuditStats(contextOf(c), c.req.valid('query')))),
  );

  router.get(
    '/export.csv',
    validateQuery(auditFilterSchema.extend({ time_zone: timeZoneQuery })),
    async (c) => {
      const { time_zone: timeZone, ...filter } = c.req.valid('query');
      const parts = await exportAudit(contextOf(c), filter);
      return new Response(streamOf(parts), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="contact_audit_${localDate(now(), timeZone)}.csv"`,
          'cache-control': 'no-store',
          'content-security-policy': CLOSED_POLICY,
          'x-content-type-options': 'nosniff',
        },
      });
    },
  );

  return router;
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
