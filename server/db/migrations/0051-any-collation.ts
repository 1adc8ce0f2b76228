import { type Kysely, sql } from 'kysely';

const ASCII_ONLY = 'return lower(value);';
const ANY_COLLATION = 'return lower(value collate "C");';

export const harmless = {
  'function .fold_search_text':
    'It differs where a collation changes ASCII letters by other rules, and only there.',
};

/** Replaces one statement of `fold_search_text`, whose generated columns keep it from being dropped. */
export async function replaceInFolding(
  db: Kysely<unknown>,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    do $do$
    begin
      execute replace(
        pg_get_functiondef('fold_search_text(text)'::regprocedure), ${sql.lit(from)}, ${sql.lit(to)}
      );
    end
    $do$
  `.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await replaceInFolding(db, ASCII_ONLY, ANY_COLLATION);
  await sql`
    create index orders_address_idx on orders (lower(email collate "C"), created_at desc);
    create index contact_messages_address_idx
      on contact_messages (lower(email collate "C"), created_at desc);
  `.execute(db);
  const { rows } = await sql`select where lower('I') <> 'i'`.execute(db);
  if (rows.length === 0) return;
  // Turkish and Azerbaijani collations: search texts that were written before contain 'ı', which folding never leaves.
  await sql`
    alter table orders disable trigger orders_updated_at;
    update orders set email = email where search_text like '%ı%';
    alter table orders enable trigger orders_updated_at;
    update contact_messages set email = email where search_text like '%ı%';
    reindex index contact_message_audit_search_query_idx;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index contact_messages_address_idx, orders_address_idx`.execute(db);
  await replaceInFolding(db, ANY_COLLATION, ASCII_ONLY);
}
