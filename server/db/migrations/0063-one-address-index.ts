import { type Kysely, sql } from 'kysely';

// Addresses are compared by the indexes of 0051. Each accepted enquiry wrote an entry of these too. Version 1.2.0 reads the table instead.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index contact_messages_email_idx, orders_email_idx`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_email_idx on orders (lower(email), created_at desc);
    create index contact_messages_email_idx on contact_messages (lower(email), created_at desc);
  `.execute(db);
}
