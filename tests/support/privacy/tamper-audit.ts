import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';

/** Changes the audit as only a role with all rights on the database can. */
export async function tamperAudit(db: Kysely<DB>, statement: RawBuilder<unknown>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`alter table contact_message_audit disable trigger all`.execute(connection);
    await statement.execute(connection);
    await sql`alter table contact_message_audit enable trigger all`.execute(connection);
  });
}
