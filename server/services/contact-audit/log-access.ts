import { sql } from 'kysely';
import { type Database, requireAdmin, type ServiceContext } from '#server/context.ts';
import { watchReading } from './unusual-reading.ts';
import type { AuditAction } from '#shared/contact-audit/values.ts';

type Access = {
  action: AuditAction;
  /** The names of the fields that were read, as the database's columns are called. */
  fields: readonly string[];
  messageId?: string;
  orderId?: string;
  searchQuery?: string | null;
};

/** The function counts the accesses of a message in its row, which writers have locked before they wait for the audit. */
function lockedMessage(id: string | undefined) {
  return id
    ? sql`(select id from contact_messages where id = ${id}::uuid for update)`
    : sql`null::uuid`;
}

/**
 * Records that the signed-in administrator, or the command line, reads contact data, in the transaction that reads it, or before what one
 * statement has read is returned: without the entry, no data. Writers wait for each other until their commit, so call it last.
 */
export async function logContactAccess(
  ctx: ServiceContext,
  db: Database,
  { action, fields, messageId, orderId, searchQuery }: Access,
): Promise<void> {
  // The command line has the rights of whoever owns the machine, and no account.
  const adminUserId = ctx.actor.type === 'system' ? null : requireAdmin(ctx).adminUserId;
  await sql`
    select log_contact_message_access(
      ${lockedMessage(messageId)}, ${action}, ${[...fields]}::text[], ${searchQuery || null},
      ${orderId ?? null}::uuid, ${adminUserId}::uuid, ${ctx.client.address}::inet,
      ${ctx.client.userAgent}, ${ctx.auditKey.inner}::bytea, ${ctx.auditKey.outer}::bytea
    )
  `.execute(db);
  if (action === 'detailed_view' && ctx.actor.type === 'admin') {
    await watchReading(ctx, db, ctx.actor);
  }
}
