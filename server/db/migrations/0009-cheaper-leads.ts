import { type Kysely, sql } from 'kysely';
import { ACCENTED, COMBINING_DOT, FOLDED } from './0002-leads.ts';

const folded = sql`lower(translate(
  normalize(value, NFC),
  ${sql.lit(ACCENTED + COMBINING_DOT)},
  ${sql.lit(FOLDED)}
))`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Locks a form until the end of the transaction and only then looks at its files: a statement that did both by itself would see
    -- what was there before it waited. Whoever locks several files takes them in this order.
    create function lock_order_attachments(form_key_val uuid) returns setof order_attachments
      language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(
        hashtextextended('order-attachments:' || form_key_val::text, 0)
      );
      return query select * from order_attachments where form_key = form_key_val order by id for update;
    end
    $$;

    -- The same text as before. A function in SQL was read and planned anew for each row, this one once for each connection.
    create or replace function fold_search_text(value text) returns text
      language plpgsql immutable parallel safe as $$
    begin
      return ${folded};
    end
    $$;

    -- The same rule as before. The matcher of '{1,100}' is large, and was built anew each time a row was written.
    alter table order_attachments drop constraint order_attachments_path;
    alter table order_attachments add constraint order_attachments_path check (
      path ~ '^order-attachments/[A-Za-z0-9_.-]+$' and char_length(path) <= 118
    );
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_attachments drop constraint order_attachments_path;
    alter table order_attachments add constraint order_attachments_path
      check (path ~ '^order-attachments/[A-Za-z0-9_.-]{1,100}$');
    create or replace function fold_search_text(value text) returns text
      language sql immutable parallel safe
      return ${folded};
    drop function lock_order_attachments(uuid);
  `.execute(db);
}
