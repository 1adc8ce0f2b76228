import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One digest of a week to each recipient, whatever number of processes write it.
    create unique index outbox_mails_weekly_key on outbox_mails ((payload ->> 'week'), recipient)
      where kind = 'reports.weekly';
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outbox_mails_weekly_key`.execute(db);
}
