import type { BlogPostSummary } from '#shared/blog-posts.ts';
import type { Testimonial } from '#shared/testimonials.ts';

export type ClientLogo = { id: string; name: string; logoUrl: string | null };

export type HomeData = {
  testimonials: Testimonial[];
  blogPosts: BlogPostSummary[];
  clients: ClientLogo[];
  failed: { testimonials: boolean; blogPosts: boolean };
};
