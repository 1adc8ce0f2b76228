import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Tells another key from the right one. Written at the first start that has the key.
    create table secret_keys (
      name text primary key,
      fingerprint bytea not null,
      -- The first entry of the audit that was made with this key.
      first_sequence bigint not null default 0,
      replaced_at timestamptz(3),
      constraint secret_keys_name check (name in ('audit-key', 'totp-key', 'track-key')),
      constraint secret_keys_fingerprint check (octet_length(fingerprint) = 32)
    );

    -- One row, written at the first start; the data folder has the same id.
    create table installation (
      is_only boolean primary key default true,
      id uuid not null default gen_random_uuid(),
      constraint installation_is_only check (is_only)
    );
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table secret_keys, installation`.execute(db);
}
