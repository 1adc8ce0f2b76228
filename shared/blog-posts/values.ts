import { MAX_SLUG_CHARACTERS } from '#shared/lib/slug.ts';

/** In characters. */
export const BLOG_POST_LIMITS = {
  slug: MAX_SLUG_CHARACTERS,
  content: 200_000,
  category: 100,
} as const;
