import type { NEW_BLOG_POST } from '#shared/blog-posts/values.ts';

export const BLOG_POST_LABELS: Record<keyof typeof NEW_BLOG_POST, string> = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  content: 'Content',
  author: 'Author',
  category: 'Category',
  readingTime: 'Reading time (minutes)',
  featuredImageUrl: 'Featured image',
  featuredImageAlt: 'Alternative text',
  isPublished: 'Published',
};

export const BLOG_SCREEN_MESSAGES = {
  allCategories: 'All Categories',
  address: (slug: string) => `Address of the post: /blog/${slug || '...'}`,
  inUse: 'In use:',
  minutesNeeded: (minutes: number) => `The text takes about ${minutes} min. `,
  takeMinutes: (minutes: number) => `Use ${minutes}`,
  author: (name: string) => `By ${name} · `,
  readingTime: (minutes: number) => ` · ${minutes} min read`,
  notRendered: 'Error rendering content',
} as const;
