import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_suspect_created_at_idx on orders (created_at desc, id desc)
      where is_suspect;
    create index contact_messages_suspect_created_at_idx
      on contact_messages (created_at desc, id desc) where is_suspect;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index contact_messages_suspect_created_at_idx, orders_suspect_created_at_idx;
  `.execute(db);
}
