import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversations (
      id uuid not null,
      order_id uuid,
      message_id uuid,
      waiting_since timestamptz(3),
      due_at timestamptz(3),
      promised_due_at timestamptz(3),
      first_response_at timestamptz(3),
      first_responded_by uuid,
      assignee_id uuid,
      snoozed_until timestamptz(3),
      next_step text,
      next_step_on date,
      last_word text not null default 'visitor',
      last_word_at timestamptz(3) not null default now(),
      answering_admin_id uuid,
      answering_until timestamptz(3),
      next_alert_at timestamptz(3),
      alert_level smallint not null default 0,
      token_hash bytea,
      token_version integer not null default 1,
      source_page text,
      referrer text,
      created_at timestamptz(3) not null default now()
    );

    -- Those who wrote before there was a calendar wait since they wrote, and were promised an answer within an hour.
    insert into conversations (
      id, order_id, waiting_since, due_at, last_word_at, created_at
    )
    select gen_random_uuid(), id,
      case when is_waiting then created_at end,
      case when is_waiting then created_at + interval '1 hour' end,
      created_at, created_at
    from orders
    cross join lateral (select not is_suspect and status in ('new', 'pending') as is_waiting) as state;

    insert into conversations (
      id, message_id, waiting_since, due_at, first_response_at, last_word, last_word_at, created_at
    )
    select gen_random_uuid(), id,
      case when is_waiting then created_at end,
      case when is_waiting then created_at + interval '1 hour' end,
      responded_at, case when responded_at is null then 'visitor' else 'team' end,
      coalesce(responded_at, created_at), created_at
    from contact_messages
    cross join lateral (select not is_suspect and status <> 'responded' as is_waiting) as state;

    -- After the rows: checked in one pass, where row by row the checks would wait in memory.
    alter table conversations
      add primary key (id),
      add constraint conversations_order_id_fkey
        foreign key (order_id) references orders (id) on delete set null,
      add constraint conversations_message_id_fkey
        foreign key (message_id) references contact_messages (id) on delete set null,
      add constraint conversations_first_responded_by_fkey
        foreign key (first_responded_by) references admin_users (id) on delete set null,
      add constraint conversations_assignee_id_fkey
        foreign key (assignee_id) references admin_users (id) on delete set null,
      add constraint conversations_answering_admin_id_fkey
        foreign key (answering_admin_id) references admin_users (id) on delete set null,
      add constraint conversations_waiting
        check ((waiting_since is null) = (due_at is null)),
      add constraint conversations_next_step check (char_length(next_step) between 1 and 500),
      add constraint conversations_next_step_on check (next_step_on is null or next_step is not null),
      add constraint conversations_last_word check (last_word in ('visitor', 'team')),
      add constraint conversations_alert_level check (alert_level in (0, 50, 80, 100)),
      add constraint conversations_token_hash check (octet_length(token_hash) = 32),
      add constraint conversations_source_page check (char_length(source_page) <= 500),
      add constraint conversations_referrer check (char_length(referrer) <= 500);
    create unique index conversations_order_id_key on conversations (order_id)
      where order_id is not null;
    create unique index conversations_message_id_key on conversations (message_id)
      where message_id is not null;
    create unique index conversations_token_hash_key on conversations (token_hash)
      where token_hash is not null;
    -- Who waits, the oldest deadline first; of all, and of one administrator.
    create index conversations_due_at_idx on conversations (due_at, id) where due_at is not null;
    create index conversations_assignee_id_due_at_idx on conversations (assignee_id, due_at, id)
      where assignee_id is not null and due_at is not null;
    create index conversations_next_alert_at_idx on conversations (next_alert_at)
      where next_alert_at is not null;
    create index conversations_next_step_on_idx on conversations (next_step_on, id)
      where next_step_on is not null;

    create table conversation_entries (
      id uuid primary key,
      conversation_id uuid not null references conversations (id) on delete cascade,
      kind text not null,
      body text,
      quoted text,
      via text not null,
      admin_user_id uuid references admin_users (id) on delete set null,
      mail_message_id text,
      detail jsonb not null default '{}',
      created_at timestamptz(3) not null default now(),
      constraint conversation_entries_kind check (char_length(kind) between 1 and 40),
      constraint conversation_entries_body check (char_length(body) <= 20000),
      constraint conversation_entries_quoted check (char_length(quoted) <= 100000),
      constraint conversation_entries_via check (via in ('panel', 'mail', 'page', 'elsewhere')),
      constraint conversation_entries_mail_message_id
        check (char_length(mail_message_id) between 1 and 998),
      constraint conversation_entries_detail check (jsonb_typeof(detail) = 'object')
    );
    create index conversation_entries_conversation_id_idx
      on conversation_entries (conversation_id, created_at desc, id desc);
    create unique index conversation_entries_mail_message_id_key
      on conversation_entries (mail_message_id) where mail_message_id is not null;

    create table reply_templates (
      id uuid primary key,
      name text not null,
      body text not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint reply_templates_name check (char_length(name) between 1 and 80),
      constraint reply_templates_body check (char_length(body) between 1 and 10000)
    );
    create unique index reply_templates_name_key on reply_templates (lower(name));
    create trigger reply_templates_updated_at before update on reply_templates
      for each row execute function touch_updated_at();

    alter table order_attachments add column entry_id uuid references conversation_entries (id);
    alter table order_attachments drop constraint order_attachments_claim;
    alter table order_attachments add constraint order_attachments_claim check (
      (status <> 'staged' or num_nonnulls(order_id, entry_id) = 0)
      and (status <> 'claimed' or num_nonnulls(order_id, entry_id) = 1)
    );
    create index order_attachments_entry_id_idx on order_attachments (entry_id)
      where entry_id is not null;

    -- Nothing refers to them by a foreign key: what accepts a lead would look each of them up again.
    alter table outbox_mails add column conversation_id uuid, add column entry_id uuid;
    create index outbox_mails_conversation_id_idx on outbox_mails (conversation_id, created_at desc)
      where conversation_id is not null;

    -- A conversation ends with the last of its leads, its mails with it.
    create function remove_conversation_without_lead() returns trigger language plpgsql as $$
    begin
      delete from conversations where id = new.id;
      return null;
    end
    $$;
    create trigger conversations_without_lead after update of order_id, message_id on conversations
      for each row when (num_nonnulls(new.order_id, new.message_id) = 0)
      execute function remove_conversation_without_lead();
    create function remove_mails_of_conversation() returns trigger language plpgsql as $$
    begin
      delete from outbox_mails where conversation_id = old.id;
      return null;
    end
    $$;
    create trigger conversations_mails after delete on conversations
      for each row execute function remove_mails_of_conversation();
    -- The file itself is removed by the clean-up of uploads, which finds the row by its status.
    create function release_files_of_entry() returns trigger language plpgsql as $$
    begin
      update order_attachments set status = 'removing', entry_id = null where entry_id = old.id;
      return old;
    end
    $$;
    create trigger conversation_entries_files before delete on conversation_entries
      for each row execute function release_files_of_entry();
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox_mails drop column conversation_id, drop column entry_id;
    update order_attachments set status = 'removing' where entry_id is not null;
    alter table order_attachments drop constraint order_attachments_claim;
    alter table order_attachments drop column entry_id;
    alter table order_attachments add constraint order_attachments_claim check (
      (status <> 'staged' or order_id is null) and (status <> 'claimed' or order_id is not null)
    );
    drop table reply_templates, conversation_entries, conversations;
    drop function release_files_of_entry();
    drop function remove_mails_of_conversation();
    drop function remove_conversation_without_lead();
  `.execute(db);
}
