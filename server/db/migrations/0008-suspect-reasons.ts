import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column suspect_reasons text[] not null default '{}';
    alter table orders add constraint orders_suspect_reasons
      check (suspect_reasons <@ array['trap', 'repeated', 'links', 'fast']);
    alter table contact_messages add column suspect_reasons text[] not null default '{}';
    alter table contact_messages add constraint contact_messages_suspect_reasons
      check (suspect_reasons <@ array['trap', 'repeated', 'links', 'fast']);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contact_messages drop column suspect_reasons;
    alter table orders drop column suspect_reasons;
  `.execute(db);
}
