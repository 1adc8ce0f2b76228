import { sql, type Transaction } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import type { AuditAction } from '#shared/contact-audit/values.ts';

type Access = {
  action: AuditAction;
  /** The names of the fields that were read, as the database's columns are called. */
  fields: readonly string[];
  messageId?: string;
  orderId?: string;
  searchQuery?: string | null;
};

/**
 * Records that the signed-in administrator reads contact data, in the transaction that reads it: without the entry, no data. Writers
 * wait for each other until their commit, so call it last.
 */
export async function logContactAccess(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  { action, fields, messageId, orderId, searchQuery }: Access,
): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  await sql`
    select log_contact_message_access(
      ${messageId ?? null}::uuid, ${action}, ${[...fields]}::text[], ${searchQuery || null},
      ${orderId ?? null}::uuid, ${adminUserId}::uuid, ${ctx.client.address}::inet,
      ${ctx.client.userAgent}, ${ctx.auditKey.inner}::bytea, ${ctx.auditKey.outer}::bytea
    )
  `.execute(tx);
}
