import { type Kysely, sql } from 'kysely';

const TABLES = ['orders', 'contact_messages', 'conversations', 'outbox_mails'];

// Readiness checks write to these tables and roll back. A fifth of a large table would be a lot to leave behind.
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await sql`
      alter table ${sql.table(table)}
        set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)
    `.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await sql`
      alter table ${sql.table(table)}
        reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)
    `.execute(db);
  }
}
