import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
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
  const [messages, accesses, recent] = await Promise.all([
    ctx.db
      .selectFrom('contactMessages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('createdAt', '>=', since)
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom((eb) =>
        eb
          .selectFrom('contactMessageAudit')
          .select('adminUserId')
          .select(({ fn }) => [
            fn.countAll<number>().as('accesses'),
            fn
              .countAll<number>()
              .filterWhere(sql<boolean>`accessed_fields && ${[...SENSITIVE_FIELDS]}::text[]`)
              .as('sensitive'),
          ])
          .where('createdAt', '>=', since)
          .groupBy('adminUserId')
          .as('accessors'),
      )
      .select(({ fn }) => [
        sql<number>`coalesce(sum(accesses), 0)::bigint`.as('total'),
        sql<number>`coalesce(sum(sensitive), 0)::bigint`.as('sensitive'),
        fn.count<number>('adminUserId').as('accessors'),
      ])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('contactMessageAudit')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('createdAt', '>=', lastHour)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    totalMessages: messages.count,
    totalAccesses: accesses.total,
    uniqueAccessors: accesses.accessors,
    sensitiveAccesses: accesses.sensitive,
    recentActivity: recent.count,
  };
}
