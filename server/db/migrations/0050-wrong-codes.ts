import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table admin_users
      add column totp_failed_at timestamptz(3)[] not null default '{}',
      add column totp_paused_until timestamptz(3);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table admin_users drop column totp_paused_until, drop column totp_failed_at;
  `.execute(db);
}
