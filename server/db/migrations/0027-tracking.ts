import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations add column withdrawn_at timestamptz(3);
    -- Those whose links are still to be made; the key is not in the database.
    create index conversations_without_token_idx on conversations (id) where token_hash is null;

    -- What visitors asked for on their pages, to be confirmed by a mail; the code in it is made from the id.
    create table tracking_requests (
      id uuid primary key,
      conversation_id uuid not null references conversations (id) on delete cascade,
      kind text not null,
      email text,
      confirmed_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      constraint tracking_requests_kind check (kind in ('email', 'erasure')),
      constraint tracking_requests_email
        check ((kind = 'email') = (email is not null) and char_length(email) <= 254)
    );
    create index tracking_requests_conversation_id_idx
      on tracking_requests (conversation_id, created_at);
    create index tracking_requests_created_at_idx on tracking_requests (created_at);

    -- When links were asked for, by the keyed hash of an address, known or not.
    create table tracking_link_requests (
      id bytea primary key,
      asked_at timestamptz(3) not null,
      constraint tracking_link_requests_id check (octet_length(id) = 32)
    );
    create index tracking_link_requests_asked_at_idx on tracking_link_requests (asked_at);
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table tracking_link_requests, tracking_requests;
    drop index conversations_without_token_idx;
    alter table conversations drop column withdrawn_at;
  `.execute(db);
}
