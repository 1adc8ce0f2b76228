import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Those under which visitors may have seen it.
    alter table blog_posts add column former_slugs text[] not null default '{}';
    create index blog_posts_former_slugs_idx on blog_posts using gin (former_slugs)
      where is_published and deleted_at is null;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table blog_posts drop column former_slugs`.execute(db);
}
