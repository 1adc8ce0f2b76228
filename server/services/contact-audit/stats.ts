import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import {
  type AuditRange,
  RECENT_ACTIVITY_MS,
  SENSITIVE_FIELDS,
} from '#shared/contact-audit/values.ts';
import type { AuditStats } from '#shared/contact-audit/admin-schema.ts';
import { startOfRange } from './list-entries.ts';

export async function getAuditStats(
  ctx: ServiceContext,
  { range }: { range: AuditRange },
): Promise<AuditStats> {
  requireAdmin(ctx);
  const now = ctx.now();
  const since = startOfRange(range, now) ?? new Date(0);
  const lastHour = new Date(now.getTime() - RECENT_ACTIVITY_MS);
  const { rows } = await sql<AuditStats>`
    with accessors as (
      select admin_user_id, count(*) as accesses,
        count(*) filter (where accessed_fields && ${[...SENSITIVE_FIELDS]}::text[]) as sensitive
      from contact_message_audit where created_at >= ${since} group by admin_user_id
    )
    select
      (select count(*) from contact_messages where created_at >= ${since}) as total_messages,
      coalesce(sum(accesses), 0)::bigint as total_accesses,
      count(admin_user_id) as unique_accessors,
      coalesce(sum(sensitive), 0)::bigint as sensitive_accesses,
      (select count(*) from contact_message_audit where created_at >= ${lastHour}) as recent_activity
    from accessors
  `.execute(ctx.db);
  const [stats] = rows;
  if (!stats) throw new Error('an aggregate without a row');
  return stats;
}
