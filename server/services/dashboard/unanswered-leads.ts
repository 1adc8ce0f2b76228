import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { UnansweredLead, UnansweredLeads } from '#shared/dashboard/admin-schema.ts';
import { OVERVIEW_ROWS, PROMISED_RESPONSE_MS } from '#shared/dashboard/values.ts';

/**
 * The orders and messages that nobody has answered, the oldest first, without contact data: whoever reads that is logged, and a screen
 * that everybody has open all day would fill the audit.
 */
export async function listUnansweredLeads(ctx: ServiceContext): Promise<UnansweredLeads> {
  requireAdmin(ctx);
  const promisedSince = new Date(ctx.now().getTime() - PROMISED_RESPONSE_MS);
  // One part for each status, so that each reads no more rows of its index than are shown.
  const [found, counted] = await Promise.all([
    sql<Omit<UnansweredLead, 'createdAt'> & { createdAt: Date }>`
      select lead.* from unnest(array['pending', 'new']) as wanted (status), lateral (
        select 'order' as kind, id, orders.status, reference, service_type, estimated_budget, created_at
        from orders where orders.status = wanted.status and not is_suspect
        order by created_at, id limit ${OVERVIEW_ROWS}
      ) as lead
      union all
      select lead.* from unnest(array['new', 'read']) as wanted (status), lateral (
        select 'message', id, contact_messages.status, null, null, null, created_at
        from contact_messages where contact_messages.status = wanted.status and not is_suspect
        order by created_at, id limit ${OVERVIEW_ROWS}
      ) as lead
      order by created_at, id limit ${OVERVIEW_ROWS}
    `.execute(ctx.db),
    sql<{ total: number; overdue: number }>`
      select count(*) as total, count(*) filter (where created_at < ${promisedSince}) as overdue
      from (
        select created_at from orders where status in ('pending', 'new') and not is_suspect
        union all
        select created_at from contact_messages where status in ('new', 'read') and not is_suspect
      ) as lead
    `.execute(ctx.db),
  ]);
  const [counts] = counted.rows;
  if (!counts) throw new Error('a select without a row');
  return { items: found.rows.map((row) => presentRow(row)), ...counts };
}
