import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table admin_passkeys (
      id uuid primary key,
      admin_user_id uuid not null references admin_users (id) on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null,
      is_synced boolean not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3),
      constraint admin_passkeys_credential_id check (octet_length(credential_id) between 1 and 1023),
      constraint admin_passkeys_public_key check (octet_length(public_key) between 1 and 4000),
      constraint admin_passkeys_counter check (counter between 0 and 4294967295),
      constraint admin_passkeys_transports check (cardinality(transports) <= 10),
      constraint admin_passkeys_name check (char_length(name) between 1 and 60)
    );
    create index admin_passkeys_admin_user_id_idx on admin_passkeys (admin_user_id, created_at);

    -- What an authenticator has to sign, as a hash; each is used once. Without an administrator: somebody who signs in.
    create table admin_passkey_challenges (
      id uuid primary key,
      challenge_hash bytea not null unique,
      purpose text not null,
      admin_user_id uuid references admin_users (id) on delete cascade,
      source inet not null,
      site inet not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      constraint admin_passkey_challenges_challenge_hash check (octet_length(challenge_hash) = 32),
      constraint admin_passkey_challenges_purpose
        check (purpose in ('register', 'sign-in', 'prove')),
      constraint admin_passkey_challenges_admin_user_id
        check ((purpose = 'sign-in') = (admin_user_id is null)),
      constraint admin_passkey_challenges_expires_at check (expires_at > created_at)
    );
    create index admin_passkey_challenges_admin_user_id_idx
      on admin_passkey_challenges (admin_user_id) where admin_user_id is not null;
    create index admin_passkey_challenges_site_idx on admin_passkey_challenges (site, created_at desc);
    create index admin_passkey_challenges_expires_at_idx on admin_passkey_challenges (expires_at);

    -- A browser in a network, as far as both can be told; what has been seen before raises no alert.
    create table admin_devices (
      id uuid primary key,
      admin_user_id uuid not null references admin_users (id) on delete cascade,
      browser text not null,
      network inet not null,
      ip_address inet not null,
      first_seen_at timestamptz(3) not null default now(),
      last_seen_at timestamptz(3) not null default now(),
      -- Null: the administrator has not said yet that it was them.
      confirmed_at timestamptz(3),
      constraint admin_devices_browser check (char_length(browser) between 1 and 100),
      constraint admin_devices_admin_user_id_browser_network_key
        unique (admin_user_id, browser, network)
    );

    alter table admin_sessions
      add column device_id uuid references admin_devices (id) on delete set null,
      -- When the administrator last proved with a password, a code or a passkey that it is them.
      add column proved_at timestamptz(3) not null default now();
    create index admin_sessions_device_id_idx on admin_sessions (device_id)
      where device_id is not null;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index admin_sessions_device_id_idx;
    alter table admin_sessions drop column device_id, drop column proved_at;
    drop table admin_devices, admin_passkey_challenges, admin_passkeys;
  `.execute(db);
}
