import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a right password is answered with when a second factor is asked for; it opens nothing by itself.
    create table admin_login_challenges (
      id uuid primary key,
      token_hash bytea not null unique,
      admin_user_id uuid not null references admin_users (id) on delete cascade,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      failed_codes smallint not null default 0,
      used_at timestamptz(3),
      constraint admin_login_challenges_token_hash check (octet_length(token_hash) = 32)
    );
    create index admin_login_challenges_admin_user_id_idx on admin_login_challenges (admin_user_id);
    create index admin_login_challenges_expires_at_idx on admin_login_challenges (expires_at);

    alter table contact_messages add column notes text;
    alter table contact_messages add constraint contact_messages_notes
      check (char_length(notes) <= 10000);
    alter table orders add constraint orders_notes check (char_length(notes) <= 10000);

    -- No foreign key on the administrator: the timeline outlives an account.
    create table lead_status_changes (
      id uuid primary key,
      order_id uuid references orders (id) on delete cascade,
      message_id uuid references contact_messages (id) on delete cascade,
      old_status text not null,
      new_status text not null,
      admin_user_id uuid not null,
      created_at timestamptz(3) not null default now(),
      constraint lead_status_changes_lead check (num_nonnulls(order_id, message_id) = 1)
    );
    create index lead_status_changes_order_id_idx on lead_status_changes (order_id, created_at desc)
      where order_id is not null;
    create index lead_status_changes_message_id_idx
      on lead_status_changes (message_id, created_at desc) where message_id is not null;

    create index orders_email_idx on orders (lower(email), created_at desc);
    create index contact_messages_email_idx on contact_messages (lower(email), created_at desc);
    create index orders_full_name_idx on orders (full_name, id);
    create index contact_messages_name_idx on contact_messages (name, id);

    create table saved_filters (
      id uuid primary key,
      admin_user_id uuid not null references admin_users (id) on delete cascade,
      screen text not null,
      name text not null,
      query text not null,
      created_at timestamptz(3) not null default now(),
      constraint saved_filters_screen check (screen ~ '^[a-z-]{1,40}$'),
      constraint saved_filters_name check (char_length(name) between 1 and 80),
      constraint saved_filters_query check (char_length(query) <= 2000),
      constraint saved_filters_name_key unique (admin_user_id, screen, name)
    );

    alter table contact_message_audit add column order_id uuid;
    create index contact_message_audit_order_id_idx
      on contact_message_audit (order_id, created_at desc) where order_id is not null;

    -- What an entry's hash covers. Lengths before texts, so that no two entries share one form.
    create function contact_message_audit_text(entry contact_message_audit) returns text
      language sql immutable
      return concat_ws('|',
        entry.sequence,
        entry.id,
        extract(epoch from entry.created_at)::numeric(20, 3),
        entry.action,
        coalesce(entry.message_id::text, '-'),
        coalesce(entry.order_id::text, '-'),
        coalesce(entry.admin_user_id::text, '-'),
        coalesce(host(entry.ip_address), '-'),
        coalesce(length(entry.user_agent) || ':' || entry.user_agent, '-'),
        array_to_json(entry.accessed_fields)::text,
        coalesce(length(entry.search_query) || ':' || entry.search_query, '-'),
        coalesce(encode(entry.previous_hash, 'hex'), '-')
      );

    -- HMAC-SHA-256 (RFC 2104) over the two padded forms of the key, which the application holds and the database never stores.
    create function contact_message_audit_hash(
      entry contact_message_audit, inner_key bytea, outer_key bytea
    ) returns bytea
      language sql immutable
      return sha256(outer_key || sha256(
        inner_key || convert_to(contact_message_audit_text(entry), 'UTF8')
      ));

    create function log_contact_message_access(
      message_id_val uuid,
      action_val text,
      accessed_fields_val text[],
      search_query_val text,
      order_id_val uuid,
      admin_user_id_val uuid,
      ip_address_val inet,
      user_agent_val text,
      inner_key bytea,
      outer_key bytea
    ) returns void language plpgsql as $$
    declare
      entry contact_message_audit;
    begin
      -- One writer at a time until its commit: the order of the chain is the order of the sequence.
      perform pg_advisory_xact_lock(hashtextextended('contact_message_audit', 0));
      entry.id := gen_random_uuid();
      entry.sequence := nextval(pg_get_serial_sequence('contact_message_audit', 'sequence'));
      entry.created_at := date_trunc('milliseconds', clock_timestamp());
      entry.action := action_val;
      entry.message_id := message_id_val;
      entry.order_id := order_id_val;
      entry.admin_user_id := admin_user_id_val;
      entry.ip_address := ip_address_val;
      entry.user_agent := user_agent_val;
      entry.accessed_fields := accessed_fields_val;
      entry.search_query := search_query_val;
      select hash into entry.previous_hash from contact_message_audit order by sequence desc limit 1;
      entry.hash := contact_message_audit_hash(entry, inner_key, outer_key);
      insert into contact_message_audit overriding system value select entry.*;
      if message_id_val is not null then
        update contact_messages
          set access_count = access_count + 1, last_accessed_at = entry.created_at
          where id = message_id_val;
      end if;
    end
    $$;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function log_contact_message_access(
      uuid, text, text[], text, uuid, uuid, inet, text, bytea, bytea
    );
    drop function contact_message_audit_hash(contact_message_audit, bytea, bytea);
    drop function contact_message_audit_text(contact_message_audit);
    drop index contact_message_audit_order_id_idx;
    alter table contact_message_audit drop column order_id;
    drop table saved_filters;
    drop index contact_messages_name_idx, orders_full_name_idx;
    drop index contact_messages_email_idx, orders_email_idx;
    drop table lead_status_changes;
    alter table orders drop constraint orders_notes;
    alter table contact_messages drop column notes;
    drop table admin_login_challenges;
  `.execute(db);
}
