import { type RawBuilder, sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import { ServiceError } from '#server/core/errors.ts';
import { defineContent, publicationFilter } from '#server/services/content/index.ts';
import { previewMarkdownOrNull, renderMarkdownOrNull } from '#server/services/documents/index.ts';
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
import type { MarkdownPreview } from '#shared/documents/preview.ts';
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

const MAX_FORMER_SLUGS = 50;

// Drafts that were never published have no known URL.
function formerSlugs(slug: string): RawBuilder<string[]> {
  return sql`case
    when slug = ${slug} or not (is_published or published_at is not null) then former_slugs
    else (slug || array_remove(former_slugs, slug))[1:${sql.lit(MAX_FORMER_SLUGS)}]
  end`;
}

const FREE_SLUG = sql<string>`(
  select candidate from generate_series(1, 1000) as number
  cross join lateral (select case number
    when 1 then blog_posts.slug
    else rtrim(left(blog_posts.slug, ${sql.lit(BLOG_POST_LIMITS.slug - 5)}), '-') || '-' || number
  end as candidate) as candidates
  where not exists (select from blog_posts where slug = candidate and deleted_at is null)
  order by number limit 1
)`;

const content = defineContent({
  table: 'blogPosts',
  schemas: {
    summary: adminBlogPostSummarySchema,
    record: adminBlogPostSchema,
    input: blogPostInputSchema,
    change: blogPostChangeSchema,
  },
  messages: BLOG_POST_MESSAGES,
  nameColumn: 'title',
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
      ...(isNew ? {} : { formerSlugs: formerSlugs(input.slug) }),
    };
  },
  shownColumns: (ctx, isShown) => publishedAt(ctx, isShown, false),
  async beforeRestore(tx, id) {
    await tx
      .updateTable('blogPosts')
      .set({ slug: FREE_SLUG })
      .where('id', '=', id)
      .where('deletedAt', 'is not', null)
      .execute();
  },
  explainConstraint(constraint) {
    if (constraint !== 'blog_posts_slug_key') return null;
    const message = BLOG_POST_MESSAGES.slugTaken;
    return new ServiceError('CONFLICT', message, { slug: message });
  },
});

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

export async function previewMarkdown(
  ctx: ServiceContext,
  markdown: string,
): Promise<MarkdownPreview | null> {
  requireAdmin(ctx);
  return previewMarkdownOrNull(ctx, markdown, 'preview');
}
