import { type RawBuilder, sql } from 'kysely';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { cursorBy, isBehind, type PageQuery, takePage } from '#server/db/keyset.ts';
import { presentRow } from '#server/db/present-row.ts';
import { ENQUIRY_REFERENCE } from '#server/lib/sql-text.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import type { Presence, QueueDue, QueueItem } from '#shared/queue/admin-schema.ts';
import {
  MAX_DUE_COUNT,
  MAX_EXCERPT,
  NEARLY_DUE_LEVEL,
  PRESENCE_MS,
  QUEUE_PAGE_SIZE,
  type QueueFilter,
} from '#shared/queue/values.ts';
import { announceChange } from '#server/db/announce.ts';
import { ServiceError } from '#server/core/errors.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';

const CONTACT_FIELDS = ['name', 'full_name', 'message', 'service_type', 'reference'];

type Query = PageQuery & { filter: QueueFilter };

type Selection = {
  where: RawBuilder<unknown>;
  sort: 'dueAt' | 'snoozedUntil' | 'nextStepOn';
};

type Row = {
  id: string;
  leadId: string;
  reference: string;
  dueAt: Date | null;
  snoozedUntil: Date | null;
  nextStepOn: string | null;
};

const COLUMNS = {
  dueAt: { column: 'due_at', type: 'timestamptz' },
  snoozedUntil: { column: 'snoozed_until', type: 'timestamptz' },
  nextStepOn: { column: 'next_step_on', type: 'date' },
} as const;

async function selectionOf(ctx: ServiceContext, filter: QueueFilter): Promise<Selection> {
  const now = ctx.now();
  const waits = sql`due_at is not null and (snoozed_until is null or snoozed_until <= ${now})`;
  switch (filter) {
    case 'mine':
      return {
        where: sql`assignee_id = ${requireAdmin(ctx).adminUserId} and ${waits}`,
        sort: 'dueAt',
      };
    case 'unassigned':
      return { where: sql`assignee_id is null and ${waits}`, sort: 'dueAt' };
    case 'snoozed':
      return { where: sql`due_at is not null and snoozed_until > ${now}`, sort: 'snoozedUntil' };
    case 'steps': {
      const { timeZone } = await findOfficeHours(ctx);
      return { where: sql`next_step_on <= ${localDate(now, timeZone)}::date`, sort: 'nextStepOn' };
    }
    default:
      return { where: waits, sort: 'dueAt' };
  }
}

export async function listQueue(
  ctx: ServiceContext,
  { filter, cursor, limit = QUEUE_PAGE_SIZE }: Query,
): Promise<{ items: QueueItem[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  const { where, sort } = await selectionOf(ctx, filter);
  const { column, type } = COLUMNS[sort];
  const order = sql`order by ${sql.ref(column)}, id`;
  const behind = cursor
    ? sql`and ${isBehind(cursor, { column, type, direction: 'asc', sort: filter })}`
    : sql``;
  // A transaction would cost two more round trips.
  const db = ctx.preparedDb ?? ctx.db;
  const { rows } = await sql<Row>`
    with page as (
      select * from conversations where ${where} ${behind} ${order} limit ${limit + 1}
    )
    select page.id, case when page.order_id is null then 'message' else 'order' end as kind,
      coalesce(page.order_id, page.message_id) as lead_id,
      coalesce(orders.full_name, contact_messages.name) as name,
      ${ENQUIRY_REFERENCE} as reference, service_type, estimated_budget,
      case when page.order_id is null then left(contact_messages.message, ${MAX_EXCERPT}) end
        as excerpt,
      due_at, alert_level, last_word, last_word_at, snoozed_until, reply_lost_at,
      next_step, next_step_on::text,
      assignee_id, (select username from admin_users where id = assignee_id) as assignee_username,
      answering_admin_id, answering_until,
      (select username from admin_users where id = answering_admin_id) as answering_username
    from page
    left join orders on orders.id = page.order_id
    left join contact_messages on contact_messages.id = page.message_id
    order by ${sql.ref(`page.${column}`)}, page.id
  `.execute(db);
  const page = takePage(rows, limit, (row) => ({ ...cursorBy(sort)(row), sort: filter }));
  const shownIds = page.items.map(({ leadId }) => leadId);
  await logContactAccess(ctx, db, { action: 'bulk_view', fields: CONTACT_FIELDS, shownIds });
  const items = page.items.map((row) => presentRow(row) as unknown as QueueItem);
  return { ...page, items };
}

/** Overdue and nearly due, up to a bound. Without contact data: every screen asks. */
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

type PresenceRow = Omit<Presence, 'answeringUntil'> & { answeringUntil: Date | null };

/** Expires unless repeated. Locks nothing: a second administrator is told and may still answer. */
export async function announcePresence(ctx: ServiceContext, id: string): Promise<Presence> {
  const { adminUserId } = requireAdmin(ctx);
  const now = ctx.now();
  const until = new Date(now.getTime() + PRESENCE_MS);
  return withTransaction(ctx, async (tx) => {
    const { rows: begun } = await sql<{ isNew: boolean }>`
      update conversations set answering_admin_id = ${adminUserId}, answering_until = ${until}
      from (
        select id, answering_admin_id, answering_until from conversations where id = ${id} for update
      ) as before
      where conversations.id = before.id
        and (before.answering_admin_id = ${adminUserId} or before.answering_until is null
          or before.answering_until <= ${now})
      returning (before.answering_admin_id = ${adminUserId} and before.answering_until > ${now})
        is not true as is_new
    `.execute(tx);
    // Screens ask again when the known time is over.
    if (begun[0]?.isNew) await announceChange(tx, 'conversations');
    const { rows } = await sql<PresenceRow>`
      select answering_admin_id, username as answering_username, answering_until
      from conversations left join admin_users on admin_users.id = answering_admin_id
      where conversations.id = ${id}
    `.execute(tx);
    const [row] = rows;
    if (!row) throw new ServiceError('NOT_FOUND', CONVERSATION_MESSAGES.notFound);
    return presentRow(row);
  });
}

export async function endPresence(ctx: ServiceContext, id: string): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    const { rows } = await sql`
      update conversations set answering_admin_id = null, answering_until = null
      where id = ${id} and answering_admin_id = ${adminUserId}
      returning id
    `.execute(tx);
    if (rows.length > 0) await announceChange(tx, 'conversations');
  });
}
