import { type Kysely, sql } from 'kysely';

// A message that was made into an order under another address had both: each of two people could have it exported and erased. The order's counts, as answers go there.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with readdressed as (
      select conversations.id, message_id, contact_messages.email as former, orders.email, orders.created_at
      from conversations
      join orders on orders.id = order_id
      join contact_messages on contact_messages.id = message_id
      where lower(orders.email) <> lower(contact_messages.email)
    ), noted as (
      insert into conversation_entries (id, conversation_id, kind, via, body, detail, created_at)
      select gen_random_uuid(), id, 'readdressed', 'panel', 'E-mail: ' || former || ' → ' || email,
        jsonb_build_object('formerEmail', former), created_at
      from readdressed
    )
    update contact_messages set email = readdressed.email
    from readdressed where contact_messages.id = message_id
  `.execute(db);
}

/** Which address a message came from stands in its conversation. */
export function down(): Promise<void> {
  return Promise.resolve();
}
