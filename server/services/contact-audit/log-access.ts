import { sql } from 'kysely';
import { type Database, requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { watchReading } from './unusual-reading.ts';
import { type AuditAction, READING_ACTIONS } from '#shared/contact-audit/values.ts';

type Access = {
  action: AuditAction;
  fields: readonly string[];
  messageId?: string;
  orderId?: string;
  searchQuery?: string | null;
  /** Ids of the enquiries that a list or change returns. */
  shownIds?: readonly string[];
};

/** Null: the command line, which has no account. */
function adminIdOf(ctx: ServiceContext): string | null {
  return ctx.actor.type === 'system' ? null : requireAdmin(ctx).adminUserId;
}

/** The function updates the message's row, which must be locked before waiting for the audit. */
function lockedMessage(id: string | undefined) {
  return id
    ? sql`(select id from contact_messages where id = ${id}::uuid for update)`
    : sql`null::uuid`;
}

/** Records a read in its transaction: without the entry, no data. Call it last, since writers wait for each other until commit. */
export async function logContactAccess(
  ctx: ServiceContext,
  db: Database,
  { action, fields, messageId, orderId, searchQuery, shownIds }: Access,
): Promise<void> {
  const adminUserId = adminIdOf(ctx);
  await sql`
    select log_contact_message_access(
      ${lockedMessage(messageId)}, ${action}, ${[...fields]}::text[], ${searchQuery || null},
      ${orderId ?? null}::uuid, ${adminUserId}::uuid, ${ctx.client.address}::inet,
      ${ctx.client.userAgent}, ${ctx.auditKey.inner}::bytea, ${ctx.auditKey.outer}::bytea
    )
  `.execute(db);
  await watch(ctx, db, action, shownIds);
}

async function watch(
  ctx: ServiceContext,
  db: Database,
  action: AuditAction,
  shownIds?: readonly string[],
): Promise<void> {
  const isReading = shownIds !== undefined || READING_ACTIONS.some((each) => each === action);
  if (isReading && ctx.actor.type === 'admin') await watchReading(ctx, db, ctx.actor, shownIds);
}

type Lead = { orderId: string | null; messageId: string | null };

/** One entry per lead in one statement, including leads that this transaction erased. */
export async function logContactAccesses(
  ctx: ServiceContext,
  db: Database,
  leads: readonly Lead[],
  { action, fields }: { action: Exclude<AuditAction, 'detailed_view'>; fields: readonly string[] },
): Promise<void> {
  const adminUserId = adminIdOf(ctx);
  const messageIds = leads.map(({ messageId }) => messageId);
  // See `lockedMessage`.
  await sql`
    select id from contact_messages where id = any(${messageIds}::uuid[]) order by id for update
  `.execute(db);
  await sql`
    select log_contact_message_access(
      message_id, ${action}, ${[...fields]}::text[], null, order_id, ${adminUserId}::uuid,
      ${ctx.client.address}::inet, ${ctx.client.userAgent},
      ${ctx.auditKey.inner}::bytea, ${ctx.auditKey.outer}::bytea
    )
    from unnest(${messageIds}::uuid[], ${leads.map(({ orderId }) => orderId)}::uuid[])
      with ordinality as lead (message_id, order_id, position)
    order by position
  `.execute(db);
  await watch(ctx, db, action);
}
