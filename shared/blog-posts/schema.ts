import * as z from 'zod';

export const blogPostSummarySchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  author: z.string(),
  readingTime: z.int(),
  featuredImageUrl: z.string().nullable(),
  featuredImageAlt: z.string(),
  createdAt: z.iso.datetime(),
});

/** A published post; `contentHtml` was sanitised when it was saved, null when rendering failed. */
export const blogPostSchema = blogPostSummarySchema.extend({
  content: z.string(),
  contentHtml: z.string().nullable(),
  isPublished: z.boolean(),
  updatedAt: z.iso.datetime(),
});

export type BlogPostSummary = z.infer<typeof blogPostSummarySchema>;
export type BlogPost = z.infer<typeof blogPostSchema>;
