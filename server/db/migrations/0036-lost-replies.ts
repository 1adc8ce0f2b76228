import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Since when somebody waits again because our reply did not arrive.
    alter table conversations add column reply_lost_at timestamptz(3),
      add constraint conversations_reply_lost check (reply_lost_at is null or due_at is not null);
    -- Nobody of ours takes a status back with a reply that did not arrive.
    alter table lead_status_changes alter column admin_user_id drop not null;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from lead_status_changes where admin_user_id is null;
    alter table lead_status_changes alter column admin_user_id set not null;
    alter table conversations drop column reply_lost_at;
  `.execute(db);
}
