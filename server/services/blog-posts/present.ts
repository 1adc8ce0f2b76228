import type { Selectable } from 'kysely';
import type { BlogPosts } from '#server/db/types.ts';
import type { AdminBlogPost, AdminBlogPostSummary } from '#shared/blog-posts-schema.ts';
import type { BlogPost, BlogPostSummary } from '#shared/blog-posts.ts';

type BlogPostRow = Selectable<BlogPosts>;

type SummaryRow = Pick<
  BlogPostRow,
  | 'id'
  | 'slug'
  | 'title'
  | 'excerpt'
  | 'category'
  | 'author'
  | 'readingTime'
  | 'featuredImageUrl'
  | 'featuredImageAlt'
  | 'createdAt'
>;

type PostRow = SummaryRow &
  Pick<BlogPostRow, 'content' | 'contentHtml' | 'isPublished' | 'updatedAt'>;

export function presentSummary(row: SummaryRow): BlogPostSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    category: row.category,
    author: row.author,
    readingTime: row.readingTime,
    featuredImageUrl: row.featuredImageUrl,
    featuredImageAlt: row.featuredImageAlt,
    createdAt: row.createdAt.toISOString(),
  };
}

export function presentPost(row: PostRow): BlogPost {
  return {
    ...presentSummary(row),
    content: row.content,
    contentHtml: row.contentHtml,
    isPublished: row.isPublished,
    updatedAt: row.updatedAt.toISOString(),
  };
}

type AdminSummaryRow = Pick<
  BlogPostRow,
  | 'id'
  | 'title'
  | 'slug'
  | 'category'
  | 'author'
  | 'isPublished'
  | 'publishedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'deletedAt'
>;

type AdminPostRow = AdminSummaryRow &
  Pick<
    BlogPostRow,
    'excerpt' | 'content' | 'contentHtml' | 'readingTime' | 'featuredImageUrl' | 'featuredImageAlt'
  >;

export function presentAdminSummary(row: AdminSummaryRow): AdminBlogPostSummary {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    category: row.category,
    author: row.author,
    isPublished: row.isPublished,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

export function presentAdminPost(row: AdminPostRow): AdminBlogPost {
  return {
    ...presentAdminSummary(row),
    excerpt: row.excerpt,
    content: row.content,
    contentHtml: row.contentHtml,
    readingTime: row.readingTime,
    featuredImageUrl: row.featuredImageUrl,
    featuredImageAlt: row.featuredImageAlt,
  };
}
