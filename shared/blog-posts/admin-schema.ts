import * as z from 'zod';
import { BLOG_POST_LIMITS } from './values.ts';
import { BLOG_POST_MESSAGES } from './messages.ts';
import { blogPostSchema } from './schema.ts';
import { textFields } from '#shared/common/text.ts';
import { isSlug } from '#shared/lib/slug.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';

const { required, blank } = textFields(BLOG_POST_LIMITS, BLOG_POST_MESSAGES);

export const blogPostInputSchema = z.object({
  title: required('title'),
  slug: required('slug').refine((text) => text === '' || isSlug(text), BLOG_POST_MESSAGES.slugForm),
  excerpt: required('excerpt'),
  content: required('content'),
  author: required('author'),
  category: required('category'),
  readingTime: z
    .int({ error: BLOG_POST_MESSAGES.readingTime })
    .min(1, BLOG_POST_MESSAGES.readingTime)
    .max(BLOG_POST_LIMITS.readingTime, BLOG_POST_MESSAGES.readingTimeTooLong),
  featuredImageUrl: optionalImageUrl,
  featuredImageAlt: blank('featuredImageAlt'),
  isPublished: z.boolean().default(false),
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
