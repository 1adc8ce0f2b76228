import { type Kysely, sql } from 'kysely';

/** Marks an existing installation: its first start stores the texts that 1.4 had in its code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_content (
      type text not null,
      id text not null,
      language text not null,
      data jsonb not null check (jsonb_typeof(data) = 'object'),
      is_sample boolean not null default false,
      updated_at timestamptz(3) not null default now(),
      primary key (type, id, language)
    );
    create trigger site_content_updated_at before update on site_content
      for each row execute function touch_updated_at();
    create trigger site_content_version after insert or delete or update or truncate on site_content
      for each statement execute function bump_table_version();
    insert into table_versions (name) values ('site_content');
    insert into table_versions (name)
      select 'site_content_in_code' where exists (select from admin_users);
    alter table site_settings
      alter copyright_text set default '© 2025 {company}. All rights reserved.';
    update site_settings set copyright_text = default
      where copyright_text = '© 2025 Vitrin Software. All rights reserved.';
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table site_content;
    alter table site_settings
      alter copyright_text set default '© 2025 Vitrin Software. All rights reserved.';
    update site_settings set copyright_text = default
      where copyright_text = '© 2025 {company}. All rights reserved.';
    delete from table_versions where name in ('site_content', 'site_content_in_code', 'sample_site_content');
  `.execute(db);
}
