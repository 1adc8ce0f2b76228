import { type Kysely, sql } from 'kysely';

/** A message keeps the prefix of the reference that was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contact_messages add column reference_prefix text not null default 'M'
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_messages drop column reference_prefix`.execute(db);
}
