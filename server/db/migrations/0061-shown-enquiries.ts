import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Enquiries that lists have shown in this session since an instant, for the alert about unusual reading.
    alter table admin_sessions
      add column shown_enquiries uuid[] not null default '{}',
      add column shown_since timestamptz(3);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table admin_sessions drop column shown_since, drop column shown_enquiries;
  `.execute(db);
}
