import { type Kysely, sql } from 'kysely';

// The courier of the webhook asks each second: without an index it would read the backlog of emails.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index outbox_mails_webhook_idx on outbox_mails (next_attempt_at, id)
      where status = 'pending' and recipient = 'webhook'
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outbox_mails_webhook_idx`.execute(db);
}
