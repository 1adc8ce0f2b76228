import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who is there already was the only kind of administrator that there was; from now on a role is said.
    alter table admin_users
      add column role text not null default 'owner',
      add column email text,
      add column display_name text,
      add constraint admin_users_role check (role in ('owner', 'member', 'auditor')),
      add constraint admin_users_email check (char_length(email) between 3 and 254),
      add constraint admin_users_display_name check (char_length(display_name) between 1 and 100);
    alter table admin_users alter column role drop default;
    create unique index admin_users_email_key on admin_users (lower(email collate "C"));

    create table admin_invitations (
      id uuid primary key,
      -- Of the token in the link, which is made of the id, the version and a key that is not in the database.
      token_hash bytea not null unique,
      token_version integer not null default 1,
      email text not null,
      role text not null,
      invited_by uuid references admin_users (id) on delete set null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      revoked_at timestamptz(3),
      constraint admin_invitations_token_hash check (octet_length(token_hash) = 32),
      constraint admin_invitations_email check (char_length(email) between 3 and 254),
      constraint admin_invitations_role check (role in ('owner', 'member', 'auditor')),
      constraint admin_invitations_expires_at check (expires_at > created_at),
      constraint admin_invitations_end check (used_at is null or revoked_at is null)
    );
    create unique index admin_invitations_open_email_key on admin_invitations (lower(email collate "C"))
      where used_at is null and revoked_at is null;
    create index admin_invitations_invited_by_idx on admin_invitations (invited_by);
    create index admin_invitations_expires_at_idx on admin_invitations (expires_at);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table admin_invitations;
    drop index admin_users_email_key;
    alter table admin_users drop column role, drop column email, drop column display_name;
  `.execute(db);
}
