import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An enquiry that must not go, by whom and why.
    alter table conversations
      add column held_at timestamptz(3),
      add column held_by uuid,
      add column hold_reason text;
    alter table conversations
      add constraint conversations_held_by_fkey
        foreign key (held_by) references admin_users (id) on delete set null,
      add constraint conversations_hold check (
        (held_at is null) = (hold_reason is null) and (held_at is not null or held_by is null)
        and char_length(hold_reason) between 1 and 500
      );
    create index conversations_held_at_idx on conversations (held_at) where held_at is not null;

    -- The net below the services: whoever deletes must have ended the hold.
    create function refuse_to_delete_held() returns trigger language plpgsql as $$
    begin
      if exists (
        select from conversations
        where (order_id = old.id or message_id = old.id) and held_at is not null
      ) then
        raise exception 'This enquiry is on legal hold' using errcode = 'restrict_violation';
      end if;
      return old;
    end
    $$;
    create trigger orders_held before delete on orders
      for each row execute function refuse_to_delete_held();
    create trigger contact_messages_held before delete on contact_messages
      for each row execute function refuse_to_delete_held();

    -- The files themselves are removed by the clean-up of uploads, which finds the rows by their status.
    create function release_files_of_order() returns trigger language plpgsql as $$
    begin
      update order_attachments set status = 'removing', order_id = null where order_id = old.id;
      return old;
    end
    $$;
    create trigger orders_files before delete on orders
      for each row execute function release_files_of_order();

    -- What was erased, without the data: enough to do it again where a backup has brought it back.
    create table erasures (
      id uuid primary key,
      erased_at timestamptz(3) not null,
      kind text not null,
      by text not null,
      admin_user_id uuid,
      conversation_ids uuid[] not null,
      order_ids uuid[] not null,
      message_ids uuid[] not null,
      address_hash bytea,
      constraint erasures_kind check (kind in ('enquiry', 'person')),
      constraint erasures_by check (by in ('visitor', 'administrator', 'command-line')),
      constraint erasures_address_hash check (octet_length(address_hash) = 32)
    );
    create index erasures_erased_at_idx on erasures (erased_at desc, id desc);

    -- One end of the audit of a day to each recipient, whatever number of processes write it.
    create unique index outbox_mails_audit_head_key on outbox_mails ((payload ->> 'day'), recipient)
      where kind = 'audit.head';

    -- Of what is asked for on the page of a visitor: this enquiry, or all of its address.
    alter table tracking_requests drop constraint tracking_requests_kind;
    alter table tracking_requests add constraint tracking_requests_kind
      check (kind in ('email', 'erasure', 'person-erasure', 'person-export'));
    alter table tracking_requests drop constraint tracking_requests_email;
    alter table tracking_requests add constraint tracking_requests_email
      check ((kind = 'erasure') = (email is null) and char_length(email) <= 254);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from tracking_requests where kind not in ('email', 'erasure');
    alter table tracking_requests drop constraint tracking_requests_kind;
    alter table tracking_requests add constraint tracking_requests_kind
      check (kind in ('email', 'erasure'));
    alter table tracking_requests drop constraint tracking_requests_email;
    alter table tracking_requests add constraint tracking_requests_email
      check ((kind = 'email') = (email is not null) and char_length(email) <= 254);
    drop table erasures;
    drop index outbox_mails_audit_head_key;
    drop trigger orders_files on orders;
    drop function release_files_of_order();
    drop trigger orders_held on orders;
    drop trigger contact_messages_held on contact_messages;
    drop function refuse_to_delete_held();
    alter table conversations drop column held_at, drop column held_by, drop column hold_reason;
  `.execute(db);
}
