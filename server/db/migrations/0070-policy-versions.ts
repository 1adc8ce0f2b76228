import { type Kysely, sql } from 'kysely';

/** Orders of an installation with texts of its own have accepted them as version 2025-01. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table policy_versions (
      kind text not null constraint policy_versions_kind check (kind in ('terms', 'privacy')),
      version text not null constraint policy_versions_version check (version <> ''),
      published_at timestamptz(3) not null,
      markdown text not null,
      primary key (kind, version)
    );
    insert into policy_versions
      select kind, '2025-01', updated_at, markdown from site_settings
      cross join lateral (values ('terms', terms_of_service), ('privacy', privacy_policy))
        as policy (kind, markdown)
      where markdown ~ '\\S';
    alter table site_settings
      add column terms_version text not null default '2025-01',
      add column privacy_version text not null default '2025-01',
      add column terms_reviewed boolean not null default false,
      add column privacy_reviewed boolean not null default false;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table policy_versions;
    alter table site_settings
      drop column terms_version, drop column privacy_version,
      drop column terms_reviewed, drop column privacy_reviewed;
  `.execute(db);
}
