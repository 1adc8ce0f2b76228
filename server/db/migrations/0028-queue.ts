import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A snoozed conversation alerts nobody before its snooze ends: greatest() ignores null.
    drop index conversations_next_alert_at_idx;
    create index conversations_next_alert_idx on conversations (greatest(next_alert_at, snoozed_until))
      where next_alert_at is not null;
    -- The queue of what nobody has taken, what is put off, and what is close to its deadline.
    create index conversations_unassigned_due_at_idx on conversations (due_at, id)
      where assignee_id is null and due_at is not null;
    create index conversations_snoozed_until_idx on conversations (snoozed_until, id)
      where snoozed_until is not null and due_at is not null;
    create index conversations_nearly_due_idx on conversations (due_at) where alert_level = 80;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index conversations_next_alert_idx;
    drop index conversations_unassigned_due_at_idx;
    drop index conversations_snoozed_until_idx;
    drop index conversations_nearly_due_idx;
    create index conversations_next_alert_at_idx on conversations (next_alert_at)
      where next_alert_at is not null;
  `.execute(db);
}
