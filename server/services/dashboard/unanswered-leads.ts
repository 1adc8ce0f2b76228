import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { ENQUIRY_REFERENCE } from '#server/lib/sql-text.ts';
import { presentRow } from '#server/db/present-row.ts';
import { enquiries } from '#server/services/reports/index.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import type { UnansweredLead, UnansweredLeads } from '#shared/dashboard/admin-schema.ts';
import { UNANSWERED_ROWS } from '#shared/dashboard/values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

type Row = Omit<UnansweredLead, 'createdAt' | 'dueAt' | 'reference'> & {
  createdAt: Date;
  dueAt: Date;
  reference: string;
};
type Counts = Pick<UnansweredLeads, 'total' | 'overdue' | 'trend'> & { oldestSince: Date | null };

/** Without contact data: reading that is audited, and an open dashboard would fill the audit. */
export async function listUnansweredLeads(ctx: ServiceContext): Promise<UnansweredLeads> {
  requireAdmin(ctx);
  const now = ctx.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const hours = await findOfficeHours(ctx);
  const isInQueue = sql`due_at is not null and (snoozed_until is null or snoozed_until <= ${now})`;
  const [found, counted] = await Promise.all([
    sql<Row>`
      with page as (
        select order_id, message_id, waiting_since, due_at, alert_level, id from conversations
        where ${isInQueue} order by due_at, id limit ${UNANSWERED_ROWS}
      )
      select case when page.order_id is null then 'message' else 'order' end as kind,
        coalesce(page.order_id, page.message_id) as id,
        coalesce(orders.status, contact_messages.status) as status,
        ${ENQUIRY_REFERENCE} as reference, service_type, estimated_budget, waiting_since as created_at, due_at, alert_level
      from page
      left join orders on orders.id = page.order_id
      left join contact_messages on contact_messages.id = page.message_id
      order by due_at, page.id
    `.execute(ctx.db),
    sql<Counts>`
      select count(*) as total, count(*) filter (where due_at <= ${now}) as overdue,
        min(waiting_since) as oldest_since,
        (
          with ${enquiries({ since: daysAgo(14), until: now, now, hours })}
          select json_build_object(
            'due', count(is_in_time) filter (where is_recent),
            'inTime', count(*) filter (where is_recent and is_in_time),
            'dueBefore', count(is_in_time) filter (where not is_recent),
            'inTimeBefore', count(*) filter (where not is_recent and is_in_time)
          )
          from (
            select is_in_time, created_at > ${daysAgo(7)}::timestamptz as is_recent from enquiry
          ) as promised
        ) as trend
      from conversations where ${isInQueue}
    `.execute(ctx.db),
  ]);
  const [counts] = counted.rows;
  if (!counts) throw new Error('a select without a row');
  return { items: found.rows.map(presentRow), ...presentRow(counts) };
}
