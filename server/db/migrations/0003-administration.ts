import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table admin_users (
      id uuid primary key,
      username text not null,
      password_hash text not null,
      password_changed_at timestamptz(3) not null default now(),
      totp_secret text,
      totp_confirmed_at timestamptz(3),
      totp_last_used_step bigint,
      is_active boolean not null default true,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      last_login_at timestamptz(3),
      constraint admin_users_username
        check (char_length(username) between 1 and 100 and username = btrim(username)),
      constraint admin_users_password_hash check (password_hash <> ''),
      constraint admin_users_totp check (totp_confirmed_at is null or totp_secret is not null)
    );
    -- Collation "C": the rules of the database's locale must not decide whether ADMIN equals admin.
    create unique index admin_users_username_key on admin_users (lower(username collate "C"));
    create trigger admin_users_updated_at before update on admin_users
      for each row execute function touch_updated_at();

    create table admin_recovery_codes (
      id uuid primary key,
      admin_user_id uuid not null references admin_users (id) on delete cascade,
      code_hash bytea not null,
      created_at timestamptz(3) not null default now(),
      used_at timestamptz(3),
      constraint admin_recovery_codes_code_hash check (octet_length(code_hash) = 32),
      constraint admin_recovery_codes_admin_user_id_code_hash_key unique (admin_user_id, code_hash)
    );

    create table admin_sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      admin_user_id uuid not null references admin_users (id) on delete cascade,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      is_active boolean not null default true,
      ip_address inet,
      user_agent text,
      constraint admin_sessions_token_hash check (octet_length(token_hash) = 32),
      constraint admin_sessions_expires_at check (expires_at > created_at)
    );
    create index admin_sessions_admin_user_id_idx on admin_sessions (admin_user_id);
    create index admin_sessions_active_expires_at_idx on admin_sessions (expires_at)
      where is_active;
    create index admin_sessions_created_at_idx on admin_sessions (created_at desc, id desc);

    create table admin_login_attempts (
      id bigint generated always as identity primary key,
      username text not null,
      ip_address inet not null,
      success boolean not null,
      created_at timestamptz(3) not null default now(),
      constraint admin_login_attempts_username check (char_length(username) <= 200)
    );
    create index admin_login_attempts_created_at_idx
      on admin_login_attempts (created_at desc, id desc);
    create index admin_login_attempts_failed_idx
      on admin_login_attempts (ip_address, created_at desc) where not success;

    -- No foreign keys: an entry outlives the message and the administrator that it names.
    create table contact_message_audit (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity unique,
      created_at timestamptz(3) not null default now(),
      action text not null,
      message_id uuid,
      admin_user_id uuid,
      ip_address inet,
      user_agent text,
      accessed_fields text[] not null default '{}',
      search_query text,
      previous_hash bytea,
      hash bytea not null,
      constraint contact_message_audit_action check (
        action in ('view', 'detailed_view', 'bulk_view', 'update', 'search', 'export')
      ),
      constraint contact_message_audit_accessed_fields
        check (array_position(accessed_fields, null) is null),
      constraint contact_message_audit_previous_hash check (octet_length(previous_hash) = 32),
      constraint contact_message_audit_hash check (octet_length(hash) = 32)
    );
    create index contact_message_audit_created_at_idx
      on contact_message_audit (created_at desc, sequence desc);
    create index contact_message_audit_action_created_at_idx
      on contact_message_audit (action, created_at desc, sequence desc);
    create index contact_message_audit_message_id_idx
      on contact_message_audit (message_id, created_at desc);

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% accepts inserts only', tg_table_name using errcode = 'insufficient_privilege';
    end
    $$;
    create trigger contact_message_audit_insert_only
      before update or delete or truncate on contact_message_audit
      for each statement execute function refuse_change();
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table contact_message_audit;
    drop function refuse_change();
    drop table admin_login_attempts, admin_sessions, admin_recovery_codes, admin_users;
  `.execute(db);
}
