import { type Kysely, sql } from 'kysely';

/** Generated passwords open the account only until this instant; afterwards they only allow to set another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table admin_users add column password_expires_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table admin_users drop column password_expires_at`.execute(db);
}
