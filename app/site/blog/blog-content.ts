export const BLOG_PATH = '/blog';

export const BLOG_TEXTS = {
  heading: 'Blog',
  intro:
    'What we learn while building shipment systems, invoicing tools, dashboards and maps: written for the people who order software and for those who work with it.',
  description:
    'Articles about custom business software, dashboards and data analytics: how to order it, build it and keep it useful.',
  keywords: 'custom software, dashboards, data analytics, business intelligence, blog',
  noMatch: 'No blog posts found for the selected category.',
} as const;

export const MISSING_POST = {
  title: 'Post Not Found',
  text: "The blog post you're looking for doesn't exist.",
  back: { to: BLOG_PATH, label: 'Back to Blog' },
} as const;
