import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversations add column landing_page text,
      add constraint conversations_landing_page check (char_length(landing_page) <= 500);
    create index conversations_created_at_idx on conversations (created_at);

    create table public_claims (
      key text primary key,
      mode text not null default 'warn',
      evidence text not null default '',
      evidence_url text not null default '',
      attested_on date,
      attested_by uuid references admin_users (id) on delete set null,
      review_by date,
      measured_value double precision,
      measured_count integer,
      measured_at timestamptz(3),
      shown jsonb,
      updated_at timestamptz(3) not null default now(),
      constraint public_claims_key check (key ~ '^[a-z]+(-[a-z]+)*$' and char_length(key) <= 60),
      constraint public_claims_mode check (mode in ('warn', 'computed')),
      constraint public_claims_evidence check (char_length(evidence) <= 2000),
      constraint public_claims_evidence_url check (char_length(evidence_url) <= 500),
      constraint public_claims_attested
        check ((attested_on is null) = (evidence = '' and evidence_url = '')),
      constraint public_claims_review_by check (review_by is null or attested_on is not null),
      constraint public_claims_measured
        check (num_nonnulls(measured_count, measured_at) in (0, 2)
          and (measured_value is null or measured_at is not null)),
      constraint public_claims_shown check (jsonb_typeof(shown) = 'object')
    );
    create trigger public_claims_updated_at before update on public_claims
      for each row execute function touch_updated_at();

    -- Of what pages show, and of nothing else: a measure that changes nothing on the site leaves its pages in memory.
    insert into table_versions (name) values ('public_claims');
    create trigger public_claims_insert_version after insert on public_claims
      for each row when (new.shown is not null) execute function bump_table_version();
    create trigger public_claims_update_version after update on public_claims
      for each row when (new.shown is distinct from old.shown) execute function bump_table_version();
    create trigger public_claims_delete_version after delete on public_claims
      for each row when (old.shown is not null) execute function bump_table_version();
    create trigger public_claims_truncate_version after truncate on public_claims
      for each statement execute function bump_table_version();
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index conversations_created_at_idx;
    alter table conversations drop column landing_page;
    drop table public_claims;
    delete from table_versions where name = 'public_claims';
  `.execute(db);
}
