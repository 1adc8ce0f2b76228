import { type Kysely, sql } from 'kysely';

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
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function lock_order_attachments(uuid)`.execute(db);
}
