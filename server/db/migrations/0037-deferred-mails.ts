import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of a mailbox: what could not be recorded yet. Without a further try it is passed over.
    create table deferred_mails (
      id uuid primary key default gen_random_uuid(),
      inbox text not null references mail_inboxes (name) on delete cascade,
      uid_validity bigint not null,
      uid bigint not null,
      came_at timestamptz(3) not null,
      tries integer not null,
      next_try_at timestamptz(3),
      constraint deferred_mails_uid_key unique (inbox, uid_validity, uid),
      constraint deferred_mails_tries check (tries >= 1)
    );
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table deferred_mails`.execute(db);
}
