import { type Kysely, sql } from 'kysely';

// Whose files wait for an order: what one source and all together may have there is bounded. An order's own files name nobody.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_attachments add column sources text[] not null default '{}'`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_attachments drop column sources`.execute(db);
}
