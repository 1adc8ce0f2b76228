import { type Kysely, sql } from 'kysely';

// What waited for a version that sends mail is no news any more: a day later nobody wants to hear that their message came in.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox_mails
      add column message_id text,
      add column transport text,
      add column next_attempt_at timestamptz(3) not null default now(),
      add column locked_until timestamptz(3),
      add column last_attempt_at timestamptz(3),
      add column requeued_at timestamptz(3),
      add column bounced_at timestamptz(3),
      add column bounce_reason text,
      drop constraint outbox_mails_status,
      add constraint outbox_mails_status
        check (status in ('pending', 'sent', 'failed', 'expired', 'bounced')),
      add constraint outbox_mails_message_id check (message_id like '<_%@_%>'),
      add constraint outbox_mails_transport check (transport in ('smtp', 'file')),
      add constraint outbox_mails_bounced check (status <> 'bounced' or bounced_at is not null);

    update outbox_mails set status = 'expired'
    where status = 'pending' and created_at < now() - interval '1 day';

    drop index outbox_mails_pending_created_at_idx;
    create index outbox_mails_due_idx on outbox_mails (next_attempt_at, id)
      where status = 'pending';
    create index outbox_mails_undelivered_idx on outbox_mails (status, id)
      where status in ('failed', 'expired', 'bounced');
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    update outbox_mails set status = 'failed' where status in ('expired', 'bounced');
    alter table outbox_mails
      drop constraint outbox_mails_bounced,
      drop constraint outbox_mails_status,
      add constraint outbox_mails_status check (status in ('pending', 'sent', 'failed')),
      drop column message_id,
      drop column transport,
      drop column next_attempt_at,
      drop column locked_until,
      drop column last_attempt_at,
      drop column requeued_at,
      drop column bounced_at,
      drop column bounce_reason;
    drop index if exists outbox_mails_due_idx, outbox_mails_undelivered_idx;
    create index outbox_mails_pending_created_at_idx on outbox_mails (created_at, id)
      where status = 'pending';
  `.execute(db);
}
