import { type Kysely, sql } from 'kysely';

// A post that is only rendered again by a newer sanitiser stays as old as it is: an open editor keeps its version, a sitemap its date.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger blog_posts_updated_at on blog_posts;
    create trigger blog_posts_updated_at before update on blog_posts
      for each row when (
        old.content_html_version is not distinct from new.content_html_version
        or to_jsonb(old) - '{content_html,content_html_version}'::text[]
          is distinct from to_jsonb(new) - '{content_html,content_html_version}'::text[]
      ) execute function touch_updated_at();
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger blog_posts_updated_at on blog_posts;
    create trigger blog_posts_updated_at before update on blog_posts
      for each row execute function touch_updated_at();
  `.execute(db);
}
