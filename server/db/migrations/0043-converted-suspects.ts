import { type Kysely, sql } from 'kysely';

// A suspect message that was made into an order waited for nobody, though whoever made the order had found it genuine. Its deadline by the
// calendar is nothing that SQL can say, and is over for most: it is due now. What a visitor was promised stays empty, as they were told nothing.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update conversations
    set waiting_since = last_word_at, due_at = now(), next_alert_at = now(), alert_level = 0
    from orders, contact_messages
    where orders.id = order_id and contact_messages.id = message_id
      and due_at is null and last_word = 'visitor' and withdrawn_at is null
      and orders.status <> 'completed' and not orders.is_suspect
      and contact_messages.status <> 'responded'
      and (contact_messages.is_suspect or exists (
        select from lead_status_changes as change
        where change.message_id = contact_messages.id and old_status = 'suspect'
      ))
  `.execute(db);
}

/** Whoever waits goes on waiting. */
export function down(): Promise<void> {
  return Promise.resolve();
}
