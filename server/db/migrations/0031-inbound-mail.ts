import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_inboxes (
      name text primary key,
      uid_validity bigint,
      last_uid bigint,
      checked_at timestamptz(3),
      last_mail_at timestamptz(3),
      last_error text,
      failed_at timestamptz(3),
      constraint mail_inboxes_name check (char_length(name) between 1 and 1000),
      constraint mail_inboxes_position
        check (num_nonnulls(uid_validity, last_uid, checked_at) in (0, 3)),
      constraint mail_inboxes_last_error check (char_length(last_error) <= 1000)
    );
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mail_inboxes`.execute(db);
}
