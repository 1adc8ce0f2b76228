import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import {
  type BlogPost,
  blogPostSchema,
  type BlogPostSummary,
  blogPostSummarySchema,
} from '#shared/blog-posts/schema.ts';
import { readHtml } from './rendered.ts';

export { blogPosts, listBlogPostCategories, previewMarkdown } from './manage.ts';
export { renderPostsAgain } from './rendered.ts';

const RELATED_LIMIT = 3;
const SUMMARY_COLUMNS = columnsOf(blogPostSummarySchema);
const COLUMNS = [...columnsOf(blogPostSchema), 'contentHtmlVersion'] as const;

function selectPublished(ctx: ServiceContext) {
  return ctx.db
    .selectFrom('blogPosts')
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}

export async function listBlogPosts(
  ctx: ServiceContext,
  { category, limit }: { category?: string | undefined; limit?: number | undefined } = {},
): Promise<BlogPostSummary[]> {
  if (category?.includes('\0')) return [];
  let query = selectPublished(ctx).select(SUMMARY_COLUMNS);
  if (category !== undefined) query = query.where('category', '=', category);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(presentRow);
}

function selectWhole(ctx: ServiceContext) {
  return selectPublished(ctx).select(COLUMNS);
}

type WholeRow = Awaited<ReturnType<ReturnType<typeof selectWhole>['execute']>>[number];

async function presentPost(ctx: ServiceContext, row: WholeRow): Promise<BlogPost> {
  const { contentHtmlVersion, ...post } = row;
  return presentRow({ ...post, contentHtml: await readHtml(ctx, { ...post, contentHtmlVersion }) });
}

export async function findBlogPost(ctx: ServiceContext, slug: string): Promise<BlogPost | null> {
  if (!/^[a-z0-9-]{1,500}$/.test(slug)) return null;
  const row =
    (await selectWhole(ctx).where('slug', '=', slug).executeTakeFirst()) ??
    (await selectWhole(ctx)
      .where('formerSlugs', '@>', sql<string[]>`array[${slug}]`)
      .executeTakeFirst());
  return row ? presentPost(ctx, row) : null;
}

export async function listRelatedBlogPosts(
  ctx: ServiceContext,
  post: Pick<BlogPostSummary, 'id' | 'category'>,
): Promise<BlogPostSummary[]> {
  const rows = await selectPublished(ctx)
    .select(SUMMARY_COLUMNS)
    .where('category', '=', post.category)
    .where('id', '!=', post.id)
    .limit(RELATED_LIMIT)
    .execute();
  return rows.map(presentRow);
}

export async function listBlogPostPages(
  ctx: ServiceContext,
): Promise<{ slug: string; updatedAt: string }[]> {
  return (await selectPublished(ctx).select(['slug', 'updatedAt']).execute()).map(presentRow);
}

export async function listWholeBlogPosts(ctx: ServiceContext, limit: number): Promise<BlogPost[]> {
  const posts: BlogPost[] = [];
  for (const row of await selectWhole(ctx).limit(limit).execute()) {
    posts.push(await presentPost(ctx, row));
  }
  return posts;
}
