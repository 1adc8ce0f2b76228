import {
  CREATED_COLUMN,
  defineContent,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import {
  type AdminBlogPost,
  type AdminBlogPostSummary,
  blogPostInputSchema,
} from '#shared/blog-posts/admin-schema.ts';
import { NEW_BLOG_POST } from '#shared/blog-posts/values.ts';
import { BLOG_POST_LABELS, BLOG_SCREEN_MESSAGES as MESSAGES } from '#shared/blog-posts/messages.ts';
import { BlogPostFields } from './blog-post-fields.tsx';
import { BlogPostPreview } from './blog-post-preview.tsx';

export const SCREEN = defineContent<AdminBlogPost, typeof NEW_BLOG_POST, AdminBlogPostSummary>({
  entity: CONTENT.blogPosts,
  columns: [
    { label: BLOG_POST_LABELS.title, renderCell: ({ title }) => title, isHead: true },
    textColumn(BLOG_POST_LABELS.category, ({ category }) => category),
    textColumn(BLOG_POST_LABELS.author, ({ author }) => author),
    STATUS_COLUMN,
    CREATED_COLUMN,
  ],
  schema: blogPostInputSchema,
  blank: NEW_BLOG_POST,
  labels: BLOG_POST_LABELS,
  Fields: BlogPostFields,
  publication: {
    category: { label: BLOG_POST_LABELS.category, all: MESSAGES.allCategories },
    publicPathOf: ({ slug }) => `/blog/${slug}`,
    previewPath: '/admin/preview/blog',
    Preview: BlogPostPreview,
  },
});
