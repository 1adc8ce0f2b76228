import { type Kysely, sql } from 'kysely';

// Migration 0022 gave those who waited already a deadline, and no reminder of it. The newest get the one of a promise that is over; a
// mail for each would bury them, and the queue lists them all.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update conversations set next_alert_at = due_at
    where id in (
      select id from conversations
      where due_at is not null and next_alert_at is null and alert_level = 0
      order by due_at desc
      limit 20
    )
  `.execute(db);
}

/** What was reminded of stays so. */
export function down(): Promise<void> {
  return Promise.resolve();
}
