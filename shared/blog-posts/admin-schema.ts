import * as z from 'zod';
import { BLOG_POST_LIMITS } from './values.ts';
import { BLOG_POST_MESSAGES } from './messages.ts';
import { limitedText } from '#shared/common/text.ts';
import { isSlug } from '#shared/lib/slug.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';

type RequiredField = 'title' | 'slug' | 'excerpt' | 'content' | 'author' | 'category';

function requiredText(name: RequiredField) {
  return limitedText({
    min: 1,
    max: BLOG_POST_LIMITS[name],
    message: BLOG_POST_MESSAGES[name],
    tooLong: BLOG_POST_MESSAGES.tooLong(BLOG_POST_LIMITS[name]),
  });
}

/** A post as an administrator writes it. */
export const blogPostInputSchema = z.object({
  title: requiredText('title'),
  slug: requiredText('slug').refine(
    (text) => text === '' || isSlug(text),
    BLOG_POST_MESSAGES.slugForm,
  ),
  excerpt: requiredText('excerpt'),
  content: requiredText('content'),
  author: requiredText('author'),
  category: requiredText('category'),
  readingTime: z
    .int({ error: BLOG_POST_MESSAGES.readingTime })
    .min(1, BLOG_POST_MESSAGES.readingTime)
    .max(BLOG_POST_LIMITS.readingTime, BLOG_POST_MESSAGES.readingTimeTooLong),
  featuredImageUrl: optionalImageUrl,
  featuredImageAlt: limitedText({
    max: BLOG_POST_LIMITS.featuredImageAlt,
    message: BLOG_POST_MESSAGES.tooLong(BLOG_POST_LIMITS.featuredImageAlt),
    tooLong: BLOG_POST_MESSAGES.tooLong(BLOG_POST_LIMITS.featuredImageAlt),
  }).default(''),
  isPublished: z.boolean().default(false),
});

/** A changed post, with the time of the version that was changed. */
export const blogPostChangeSchema = blogPostInputSchema.extend({ updatedAt: z.iso.datetime() });

/** A post as the list of the back office shows it. */
export const adminBlogPostSummarySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  category: z.string(),
  author: z.string(),
  isPublished: z.boolean(),
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});

/** A whole post, published or not; `contentHtml` is null when its text cannot be rendered. */
export const adminBlogPostSchema = adminBlogPostSummarySchema.extend({
  excerpt: z.string(),
  content: z.string(),
  contentHtml: z.string().nullable(),
  readingTime: z.int(),
  featuredImageUrl: z.string().nullable(),
  featuredImageAlt: z.string(),
});

export type AdminBlogPostSummary = z.infer<typeof adminBlogPostSummarySchema>;
export type AdminBlogPost = z.infer<typeof adminBlogPostSchema>;
