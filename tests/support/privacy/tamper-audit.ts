import { type RawBuilder, sql } from 'kysely';
import type { Database, ServiceContext } from '#server/context/context.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';

/** Records an access in a transaction of its own. */
export async function logAccess(
  ctx: ServiceContext,
  access: Parameters<typeof logContactAccess>[2],
): Promise<void> {
  await ctx.db.transaction().execute((tx) => logContactAccess({ ...ctx, db: tx }, tx, access));
}

/** Changes the audit as only a role with all rights on the database can. */
export async function tamperAudit(db: Database, statement: RawBuilder<unknown>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`alter table contact_message_audit disable trigger all`.execute(connection);
    await statement.execute(connection);
    await sql`alter table contact_message_audit enable trigger all`.execute(connection);
  });
}
