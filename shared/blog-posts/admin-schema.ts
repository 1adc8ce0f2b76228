import * as z from 'zod';
import { BLOG_POST_LIMITS } from './values.ts';
import { BLOG_POST_MESSAGES } from './messages.ts';
import { blogPostSchema } from './schema.ts';
import { SLUG } from '#shared/lib/slug.ts';
import {
  blankLineField,
  describeField,
  imageField,
  lineField,
  listLabels,
  switchField,
  textField,
} from '#shared/site-content/fields.ts';

const readingTime = z
  .int({ error: BLOG_POST_MESSAGES.readingTime })
  .min(1, BLOG_POST_MESSAGES.readingTime)
  .max(999, BLOG_POST_MESSAGES.readingTimeTooLong);

const { slug, content, category } = BLOG_POST_LIMITS;

export const BLOG_POST_FIELDS = z.object({
  title: lineField({ label: 'Title', max: 200, isRequired: true }),
  slug: lineField({
    label: 'Slug',
    max: slug,
    isRequired: true,
    pattern: [SLUG, BLOG_POST_MESSAGES.slugForm],
  }),
  excerpt: textField({ label: 'Excerpt', max: 500, isRequired: true, rows: 2 }),
  content: textField({ label: 'Content', max: content, isRequired: true }),
  author: lineField({ label: 'Author', max: 200, isRequired: true }),
  category: lineField({ label: 'Category', max: category, isRequired: true, empty: 'General' }),
  readingTime: describeField(readingTime, {
    label: 'Reading time (minutes)',
    input: 'number',
    empty: 5,
  }),
  featuredImageUrl: imageField({ label: 'Featured image', folder: 'blog-images' }),
  featuredImageAlt: blankLineField({ label: 'Alternative text', max: 300 }),
  isPublished: switchField({ label: 'Published' }),
});

export type BlogPostValues = z.output<typeof BLOG_POST_FIELDS>;

export const BLOG_POST_LABELS = listLabels(BLOG_POST_FIELDS);

export const blogPostInputSchema = BLOG_POST_FIELDS.extend({
  isPublished: BLOG_POST_FIELDS.shape.isPublished.default(false),
});

export const blogPostChangeSchema = blogPostInputSchema.extend({ updatedAt: z.iso.datetime() });

export const adminBlogPostSchema = blogPostSchema.extend({
  publishedAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable(),
  isSample: z.boolean(),
});

export const adminBlogPostSummarySchema = adminBlogPostSchema.omit({
  excerpt: true,
  content: true,
  contentHtml: true,
  readingTime: true,
  featuredImageUrl: true,
  featuredImageAlt: true,
});

export type AdminBlogPostSummary = z.infer<typeof adminBlogPostSummarySchema>;
export type AdminBlogPost = z.infer<typeof adminBlogPostSchema>;
