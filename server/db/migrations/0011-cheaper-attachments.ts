import { type Kysely, sql } from 'kysely';

// Each upload wrote an entry for the order that it did not have yet.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index order_attachments_order_id_idx;
    create index order_attachments_order_id_idx on order_attachments (order_id)
      where order_id is not null;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index order_attachments_order_id_idx;
    create index order_attachments_order_id_idx on order_attachments (order_id);
  `.execute(db);
}
