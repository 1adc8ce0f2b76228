import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { Cursor } from '#server/db/keyset.ts';
import { ServiceError } from '#server/errors.ts';
import { renderMarkdownOrNull } from '#server/services/documents/index.ts';
import { MARKDOWN_VERSION } from '#server/documents/tasks.ts';
import {
  countRows,
  hasText,
  readNewestPage,
  removeContent,
  restoreContent,
} from '#server/services/managed-content/index.ts';
import { BLOG_POST_MESSAGES } from '#shared/blog-posts-form.ts';
import type {
  AdminBlogPost,
  AdminBlogPostSummary,
  BlogPostChange,
  BlogPostInput,
} from '#shared/blog-posts-schema.ts';
import { presentAdminPost, presentAdminSummary } from './present.ts';
import { readHtml } from './rendered.ts';

export type BlogPostFilters = {
  search?: string | undefined;
  status?: 'published' | 'draft' | undefined;
  category?: string | undefined;
  /** Deleted posts instead of the others. */
  deleted?: boolean | undefined;
};

const UNIQUE_VIOLATION = '23505';

const SUMMARY_COLUMNS = [
  'id',
  'title',
  'slug',
  'category',
  'author',
  'isPublished',
  'publishedAt',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;

const COLUMNS = [
  ...SUMMARY_COLUMNS,
  'excerpt',
  'content',
  'contentHtml',
  'contentHtmlVersion',
  'readingTime',
  'featuredImageUrl',
  'featuredImageAlt',
] as const;

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', BLOG_POST_MESSAGES.notFound);
}

function slugTaken(): ServiceError {
  const message = BLOG_POST_MESSAGES.slugTaken;
  return new ServiceError('CONFLICT', message, { slug: message });
}

/** Answers a slug that another post has by its message; the index decides, so that of parallel requests one wins. */
async function withFreeSlug<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTaken =
      error instanceof Error &&
      'code' in error &&
      error.code === UNIQUE_VIOLATION &&
      'constraint' in error &&
      error.constraint === 'blog_posts_slug_key';
    throw isTaken ? slugTaken() : error;
  }
}

function selectFiltered(
  ctx: ServiceContext,
  { search, status, category, deleted = false }: BlogPostFilters,
) {
  let query = ctx.db.selectFrom('blogPosts').where('deletedAt', deleted ? 'is not' : 'is', null);
  if (status) query = query.where('isPublished', '=', status === 'published');
  if (category) query = query.where('category', '=', category);
  if (search) {
    query = query.where(hasText(sql`title, slug, category, author, excerpt`, search));
  }
  return query;
}

/** A page of the posts, newest first; of the deleted ones, the last deleted first. */
export async function listAdminBlogPosts(
  ctx: ServiceContext,
  {
    cursor,
    limit,
    ...filters
  }: BlogPostFilters & { cursor?: Cursor | undefined; limit?: number | undefined },
): Promise<{ items: AdminBlogPostSummary[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  const { items, nextCursor } = await readNewestPage(
    selectFiltered(ctx, filters).select(SUMMARY_COLUMNS),
    { by: filters.deleted ? 'deletedAt' : 'createdAt', cursor, limit },
  );
  return { items: items.map(presentAdminSummary), nextCursor };
}

/** How many posts a filter finds. */
export async function countAdminBlogPosts(
  ctx: ServiceContext,
  filters: BlogPostFilters,
): Promise<number> {
  requireAdmin(ctx);
  return countRows(selectFiltered(ctx, filters));
}

/** The categories of all posts that are not deleted, in alphabetical order. */
export async function listBlogPostCategories(ctx: ServiceContext): Promise<string[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('blogPosts')
    .select('category')
    .distinct()
    .where('deletedAt', 'is', null)
    .orderBy('category')
    .execute();
  return rows.map(({ category }) => category);
}

/** A post, published or not, that was not deleted. */
export async function getAdminBlogPost(ctx: ServiceContext, id: string): Promise<AdminBlogPost> {
  requireAdmin(ctx);
  const row = await ctx.db
    .selectFrom('blogPosts')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return presentAdminPost({ ...row, contentHtml: await readHtml(ctx, row) });
}

/** What the preview of the editor shows, null when the text cannot be rendered. */
export async function previewMarkdown(
  ctx: ServiceContext,
  markdown: string,
): Promise<string | null> {
  requireAdmin(ctx);
  return renderMarkdownOrNull(ctx, markdown, { kind: 'preview', lane: 'preview' });
}

async function valuesOf(ctx: ServiceContext, input: BlogPostInput) {
  const contentHtml = await renderMarkdownOrNull(ctx, input.content, {
    kind: 'post',
    lane: 'save',
  });
  if (contentHtml === null) {
    const message = BLOG_POST_MESSAGES.contentTooComplex;
    throw new ServiceError('VALIDATION', message, { content: message });
  }
  return {
    title: input.title,
    slug: input.slug,
    excerpt: input.excerpt,
    content: input.content,
    contentHtml,
    contentHtmlVersion: MARKDOWN_VERSION,
    author: input.author,
    category: input.category,
    readingTime: input.readingTime,
    featuredImageUrl: input.featuredImageUrl,
    featuredImageAlt: input.featuredImageAlt,
    isPublished: input.isPublished,
  };
}

export async function createBlogPost(
  ctx: ServiceContext,
  input: BlogPostInput,
): Promise<AdminBlogPost> {
  requireAdmin(ctx);
  const values = await valuesOf(ctx, input);
  const row = await withFreeSlug(() =>
    ctx.db
      .insertInto('blogPosts')
      .values({ id: uuidV7(), ...values, publishedAt: input.isPublished ? ctx.now() : null })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  );
  return presentAdminPost(row);
}

/** Changes a post, unless it is newer than the version that was changed. */
export async function updateBlogPost(
  ctx: ServiceContext,
  id: string,
  { updatedAt, ...input }: BlogPostChange,
): Promise<AdminBlogPost> {
  requireAdmin(ctx);
  const values = await valuesOf(ctx, input);
  const row = await withFreeSlug(() =>
    ctx.db
      .updateTable('blogPosts')
      .set((post) => ({
        ...values,
        ...(input.isPublished
          ? { publishedAt: post.fn.coalesce('publishedAt', post.val(ctx.now())) }
          : {}),
      }))
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .where('updatedAt', '=', new Date(updatedAt))
      .returning(COLUMNS)
      .executeTakeFirst(),
  );
  if (row) return presentAdminPost(row);
  // Throws when the post does not exist any more.
  await getAdminBlogPost(ctx, id);
  throw new ServiceError('CONFLICT', BLOG_POST_MESSAGES.conflict);
}

/** Takes a post off the site; it can be restored for 30 days. */
export async function removeBlogPost(ctx: ServiceContext, id: string): Promise<void> {
  await removeContent(ctx, 'blogPosts', id, BLOG_POST_MESSAGES);
}

/** Brings a deleted post back as it was; its slug must still be free. */
export async function restoreBlogPost(ctx: ServiceContext, id: string): Promise<AdminBlogPost> {
  await withFreeSlug(() => restoreContent(ctx, 'blogPosts', id, BLOG_POST_MESSAGES));
  return getAdminBlogPost(ctx, id);
}
