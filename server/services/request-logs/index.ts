import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import { REQUEST_LOGS_LOADED } from '#shared/request-logs/values.ts';
import type { RequestLog } from '#shared/request-logs/admin-schema.ts';

/** The newest answered requests. */
export async function listRequestLogs(ctx: ServiceContext): Promise<RequestLog[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('ddosRequestLogs')
    .select(['id', 'ipAddress', 'endpoint', 'responseStatus', 'weight', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(REQUEST_LOGS_LOADED)
    .execute();
  return rows.map(presentRow);
}
