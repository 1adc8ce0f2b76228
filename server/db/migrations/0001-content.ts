import { type Kysely, sql } from 'kysely';

const VERSIONED_TABLES = [
  'site_settings',
  'testimonials',
  'blog_posts',
  'faqs',
  'projects',
  'clients',
] as const;

// timestamptz(3) everywhere: a JavaScript Date holds milliseconds, so cursors and version checks compare exactly.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    begin
      if current_setting('server_encoding') <> 'UTF8' then
        raise exception 'The database must use the encoding UTF8, not %', current_setting('server_encoding');
      end if;
    end
    $$;

    create table table_versions (
      name text primary key,
      version bigint not null default 1
    );

    -- Dynamic and schema-qualified, because pg_restore empties the search path.
    create function bump_table_version() returns trigger language plpgsql as $$
    declare
      new_version bigint;
    begin
      execute format(
        'insert into %I.table_versions as current (name) values ($1)
         on conflict (name) do update set version = current.version + 1 returning version',
        tg_table_schema
      ) into new_version using tg_table_name::text;
      perform pg_notify('table_versions', tg_table_name || ':' || new_version);
      return null;
    end
    $$;

    create function touch_updated_at() returns trigger language plpgsql as $$
    begin
      if new.updated_at is not distinct from old.updated_at then
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
      end if;
      return new;
    end
    $$;
  `.execute(db);

  await sql`
    create table site_settings (
      id uuid primary key,
      maintenance_mode boolean not null default false,
      maintenance_message text not null
        default 'We are currently performing scheduled maintenance. Please check back soon.',
      header_logo_url text not null default '',
      header_logo_alt text not null default 'Header Logo',
      header_logo_width integer not null default 38,
      header_logo_height integer not null default 50,
      footer_logo_url text not null default '',
      footer_logo_alt text not null default 'Footer Logo',
      footer_logo_width integer not null default 38,
      footer_logo_height integer not null default 50,
      favicon_url text not null default '',
      copyright_text text not null default '© 2025 Vitrin Software. All rights reserved.',
      social_links jsonb not null
        default '{"twitter":"","linkedin":"","facebook":"","instagram":"","github":""}',
      terms_of_service text not null default '',
      privacy_policy text not null default '',
      updated_at timestamptz(3) not null default now(),
      constraint site_settings_single_row check (id = '00000000-0000-0000-0000-000000000000'),
      constraint site_settings_header_logo_alt check (header_logo_alt <> ''),
      constraint site_settings_footer_logo_alt check (footer_logo_alt <> ''),
      constraint site_settings_header_logo_width check (header_logo_width between 10 and 500),
      constraint site_settings_header_logo_height check (header_logo_height between 10 and 500),
      constraint site_settings_footer_logo_width check (footer_logo_width between 10 and 500),
      constraint site_settings_footer_logo_height check (footer_logo_height between 10 and 500),
      constraint site_settings_maintenance_message check (maintenance_message <> ''),
      constraint site_settings_copyright_text check (copyright_text <> ''),
      constraint site_settings_social_links check (jsonb_typeof(social_links) = 'object')
    );
    insert into site_settings (id) values ('00000000-0000-0000-0000-000000000000');

    create table testimonials (
      id uuid primary key,
      client_name text not null,
      client_title text,
      client_company text,
      quote text not null,
      rating smallint default 5,
      photo_url text,
      is_featured boolean not null default true,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      constraint testimonials_client_name check (client_name <> ''),
      constraint testimonials_quote check (quote <> ''),
      constraint testimonials_rating check (rating between 1 and 5)
    );
    create index testimonials_created_at_idx on testimonials (created_at desc, id desc)
      where deleted_at is null;
    create index testimonials_featured_created_at_idx on testimonials (created_at desc, id desc)
      where is_featured and deleted_at is null;

    create table blog_posts (
      id uuid primary key,
      slug text not null,
      title text not null,
      excerpt text not null,
      content text not null,
      content_html text,
      content_html_version text,
      category text not null default 'General',
      author text not null,
      reading_time integer not null default 5,
      featured_image_url text,
      featured_image_alt text not null default '',
      is_published boolean not null default false,
      published_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      constraint blog_posts_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      constraint blog_posts_title check (title <> ''),
      constraint blog_posts_excerpt check (excerpt <> ''),
      constraint blog_posts_content check (content <> ''),
      constraint blog_posts_category check (category <> ''),
      constraint blog_posts_author check (author <> ''),
      constraint blog_posts_reading_time check (reading_time >= 1)
    );
    create unique index blog_posts_slug_key on blog_posts (slug) where deleted_at is null;
    create index blog_posts_created_at_idx on blog_posts (created_at desc, id desc)
      where deleted_at is null;
    create index blog_posts_published_created_at_idx on blog_posts (created_at desc, id desc)
      where is_published and deleted_at is null;
    create index blog_posts_category_created_at_idx
      on blog_posts (category, created_at desc, id desc)
      where is_published and deleted_at is null;

    create table faqs (
      id uuid primary key,
      question text not null,
      answer text not null,
      category text not null default 'General',
      sort_order integer not null default 0,
      is_published boolean not null default true,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      constraint faqs_question check (question <> ''),
      constraint faqs_answer check (answer <> ''),
      constraint faqs_category check (category <> ''),
      constraint faqs_sort_order check (sort_order >= 0)
    );
    create index faqs_sort_order_idx on faqs (sort_order, id) where deleted_at is null;
    create index faqs_published_sort_order_idx on faqs (sort_order, id)
      where is_published and deleted_at is null;

    create table projects (
      id uuid primary key,
      title text not null,
      short_description text not null,
      full_description text,
      industry_category text not null default 'Other',
      tech_stack text[] not null default '{}',
      featured_image_url text,
      featured_image_alt text not null default '',
      gallery_images text[] not null default '{}',
      client_name text,
      client_quote text,
      challenge_text text,
      solution_text text,
      results_text text,
      is_published boolean not null default false,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      constraint projects_title check (title <> ''),
      constraint projects_short_description check (short_description <> ''),
      constraint projects_industry_category
        check (industry_category in ('Logistics', 'Finance', 'Real Estate', 'Mapping', 'Other')),
      constraint projects_tech_stack check (array_position(tech_stack, null) is null),
      constraint projects_gallery_images check (array_position(gallery_images, null) is null)
    );
    create index projects_created_at_idx on projects (created_at desc, id desc)
      where deleted_at is null;
    create index projects_published_created_at_idx on projects (created_at desc, id desc)
      where is_published and deleted_at is null;
    create index projects_industry_category_created_at_idx
      on projects (industry_category, created_at desc, id desc)
      where is_published and deleted_at is null;

    create table clients (
      id uuid primary key,
      name text not null,
      logo_url text,
      website_url text,
      is_featured boolean not null default true,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      constraint clients_name check (name <> '')
    );
    create index clients_created_at_idx on clients (created_at desc, id desc)
      where deleted_at is null;
    create index clients_featured_created_at_idx on clients (created_at desc, id desc)
      where is_featured and deleted_at is null;
  `.execute(db);

  for (const table of VERSIONED_TABLES) {
    await sql`
      insert into table_versions (name) values (${sql.lit(table)});
      create trigger ${sql.ref(`${table}_version`)}
        after insert or update or delete or truncate on ${sql.table(table)}
        for each statement execute function bump_table_version();
      create trigger ${sql.ref(`${table}_updated_at`)} before update on ${sql.table(table)}
        for each row execute function touch_updated_at();
    `.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table clients, projects, faqs, blog_posts, testimonials, site_settings;
    drop function touch_updated_at();
    drop function bump_table_version();
    drop table table_versions;
  `.execute(db);
}
