import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { MARKDOWN_VERSION } from '#server/documents/tasks.ts';
import { ServiceError } from '#server/errors.ts';
import { defineContent, publicationFilter } from '#server/services/content/index.ts';
import { renderMarkdownOrNull } from '#server/services/documents/index.ts';
import {
  type AdminBlogPost,
  adminBlogPostSchema,
  adminBlogPostSummarySchema,
  blogPostChangeSchema,
  blogPostInputSchema,
} from '#shared/blog-posts/admin-schema.ts';
import { BLOG_POST_MESSAGES } from '#shared/blog-posts/messages.ts';
import { BLOG_POST_LIMITS } from '#shared/blog-posts/values.ts';
import { rawText } from '#shared/common/text.ts';
import { readHtml } from './rendered.ts';

async function renderContent(ctx: ServiceContext, markdown: string): Promise<string> {
  const html = await renderMarkdownOrNull(ctx, markdown, { kind: 'post', lane: 'save' });
  if (html !== null) return html;
  const message = BLOG_POST_MESSAGES.contentTooComplex;
  throw new ServiceError('VALIDATION', message, { content: message });
}

function publishedAt({ now }: ServiceContext, isPublished: boolean, isNew: boolean): object {
  if (isNew) return { publishedAt: isPublished ? now() : null };
  return isPublished ? { publishedAt: sql`coalesce(published_at, ${now()})` } : {};
}

const content = defineContent({
  table: 'blogPosts',
  schemas: {
    summary: adminBlogPostSummarySchema,
    record: adminBlogPostSchema,
    input: blogPostInputSchema,
    change: blogPostChangeSchema,
  },
  messages: BLOG_POST_MESSAGES,
  subjectOf: ({ title }) => `blog post "${title}"`,
  searched: sql`title, slug, category, author, excerpt`,
  filters: {
    status: publicationFilter,
    category: {
      query: rawText().max(BLOG_POST_LIMITS.category, 'The category is too long').optional(),
      where: (category: string) => sql<boolean>`category = ${category}`,
    },
  },
  async toRow(ctx, input, { isNew }) {
    return {
      ...input,
      contentHtml: await renderContent(ctx, input.content),
      contentHtmlVersion: MARKDOWN_VERSION,
      ...publishedAt(ctx, input.isPublished, isNew),
    };
  },
  explainConstraint(constraint) {
    if (constraint !== 'blog_posts_slug_key') return null;
    const message = BLOG_POST_MESSAGES.slugTaken;
    return new ServiceError('CONFLICT', message, { slug: message });
  },
});

/** What an earlier sanitiser has rendered is rendered again for whoever reads it. */
async function withCurrentHtml(ctx: ServiceContext, post: AdminBlogPost): Promise<AdminBlogPost> {
  const { contentHtmlVersion } = await ctx.db
    .selectFrom('blogPosts')
    .select('contentHtmlVersion')
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow();
  return { ...post, contentHtml: await readHtml(ctx, { ...post, contentHtmlVersion }) };
}

export const blogPosts: typeof content = {
  ...content,
  get: async (ctx, id) => withCurrentHtml(ctx, await content.get(ctx, id)),
  restore: async (ctx, id) => withCurrentHtml(ctx, await content.restore(ctx, id)),
};

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

/** What the preview of the editor shows, null when the text cannot be rendered. */
export async function previewMarkdown(
  ctx: ServiceContext,
  markdown: string,
): Promise<string | null> {
  requireAdmin(ctx);
  return renderMarkdownOrNull(ctx, markdown, { kind: 'preview', lane: 'preview' });
}
