import { type Kysely, sql } from 'kysely';

// Nothing lists mails by their age; each accepted lead wrote two entries of it.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outbox_mails_created_at_idx`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index outbox_mails_created_at_idx on outbox_mails (created_at desc, id desc)`.execute(
    db,
  );
}
