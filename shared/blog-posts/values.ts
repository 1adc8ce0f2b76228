import { MAX_SLUG_CHARACTERS } from '#shared/lib/slug.ts';

/** In characters; the reading time in minutes. */
export const BLOG_POST_LIMITS = {
  title: 200,
  slug: MAX_SLUG_CHARACTERS,
  excerpt: 500,
  content: 200_000,
  author: 200,
  category: 100,
  readingTime: 999,
  featuredImageAlt: 300,
} as const;

export const NEW_BLOG_POST = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  author: '',
  category: 'General',
  readingTime: 5,
  featuredImageUrl: '',
  featuredImageAlt: '',
  isPublished: false,
};
