import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import type { Testimonial } from '#shared/testimonials/schema.ts';

export type ClientLogo = { id: string; name: string; logoUrl: string | null };

/** Parts of the page that the server renders; see static-html.server.tsx. */
export type StaticHtml = Record<
  'heroDrawing' | 'about' | 'services' | 'process' | 'caseStories' | 'headlineFigures',
  string
>;

export type HomeData = {
  testimonials: Testimonial[];
  blogPosts: BlogPostSummary[];
  /** Not in the page data of a document, where it stands as markup. */
  html: StaticHtml | undefined;
  structuredData: object[];
  failed: { testimonials: boolean; blogPosts: boolean };
};
