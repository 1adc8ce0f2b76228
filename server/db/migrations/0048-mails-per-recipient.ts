import { type Kysely, sql } from 'kysely';

// Only mails that were tried are in the index, so that storing an enquiry costs no more than before.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index outbox_mails_recipient_idx on outbox_mails (lower(recipient collate "C"), id)
      where attempts > 0
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outbox_mails_recipient_idx`.execute(db);
}
