import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { QueueDue } from '#shared/queue/admin-schema.ts';
import { MAX_DUE_COUNT, NEARLY_DUE_LEVEL } from '#shared/queue/values.ts';

/** How many are overdue, or in the last fifth of their promise, and not put off; up to a bound. Without contact data: every screen asks for it. */
export async function countDue(ctx: ServiceContext): Promise<QueueDue> {
  requireAdmin(ctx);
  const now = ctx.now();
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from (
      (select from conversations
        where due_at <= ${now} and (snoozed_until is null or snoozed_until <= ${now})
        order by due_at limit ${MAX_DUE_COUNT})
      union all
      (select from conversations
        where alert_level = ${sql.lit(NEARLY_DUE_LEVEL)} and due_at > ${now}
          and (snoozed_until is null or snoozed_until <= ${now})
        limit ${MAX_DUE_COUNT})
    ) as found
  `.execute(ctx.db);
  return { due: Math.min(rows[0]?.due ?? 0, MAX_DUE_COUNT) };
}
