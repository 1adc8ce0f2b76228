import type { ServiceContext } from '#server/context.ts';
import type { BlogPost, BlogPostSummary } from '#shared/blog-posts.ts';
import { presentPost, presentSummary } from './present.ts';
import { readHtml } from './rendered.ts';

export {
  countAdminBlogPosts,
  createBlogPost,
  getAdminBlogPost,
  listAdminBlogPosts,
  listBlogPostCategories,
  previewMarkdown,
  removeBlogPost,
  restoreBlogPost,
  updateBlogPost,
} from './manage.ts';

export { renderPostsAgain } from './rendered.ts';

const RELATED_LIMIT = 3;

const SUMMARY_COLUMNS = [
  'id',
  'slug',
  'title',
  'excerpt',
  'category',
  'author',
  'readingTime',
  'featuredImageUrl',
  'featuredImageAlt',
  'createdAt',
] as const;

function selectPublished(ctx: ServiceContext) {
  return ctx.db
    .selectFrom('blogPosts')
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}

/** The published posts, newest first. */
export async function listBlogPosts(
  ctx: ServiceContext,
  { category, limit }: { category?: string | undefined; limit?: number | undefined } = {},
): Promise<BlogPostSummary[]> {
  if (category?.includes('\0')) return [];
  let query = selectPublished(ctx).select(SUMMARY_COLUMNS);
  if (category !== undefined) query = query.where('category', '=', category);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(presentSummary);
}

/** A published post with its whole text, or null. */
export async function findBlogPost(ctx: ServiceContext, slug: string): Promise<BlogPost | null> {
  if (!/^[a-z0-9-]{1,500}$/.test(slug)) return null;
  const row = await selectPublished(ctx)
    .select([
      ...SUMMARY_COLUMNS,
      'content',
      'contentHtml',
      'contentHtmlVersion',
      'isPublished',
      'updatedAt',
    ])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!row) return null;
  return presentPost({ ...row, contentHtml: await readHtml(ctx, row) });
}

/** Up to three other published posts of the same category, newest first. */
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
  return rows.map(presentSummary);
}

/** What a sitemap says about the published posts, newest first. */
export async function listBlogPostPages(
  ctx: ServiceContext,
): Promise<{ slug: string; updatedAt: string }[]> {
  const rows = await selectPublished(ctx).select(['slug', 'updatedAt']).execute();
  return rows.map(({ slug, updatedAt }) => ({ slug, updatedAt: updatedAt.toISOString() }));
}

/** The newest published posts with their whole text. */
export async function listWholeBlogPosts(ctx: ServiceContext, limit: number): Promise<BlogPost[]> {
  const rows = await selectPublished(ctx)
    .select([
      ...SUMMARY_COLUMNS,
      'content',
      'contentHtml',
      'contentHtmlVersion',
      'isPublished',
      'updatedAt',
    ])
    .limit(limit)
    .execute();
  const posts: BlogPost[] = [];
  for (const row of rows) {
    posts.push(presentPost({ ...row, contentHtml: await readHtml(ctx, row) }));
  }
  return posts;
}
