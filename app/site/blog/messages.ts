export const BLOG_MESSAGES = {
  heading: 'Blog',
  intro:
    'What we learn while building shipment systems, invoicing tools, dashboards and maps: written for the people who order software and for those who work with it.',
  description:
    'Articles about custom business software, dashboards and data analytics: how to order it, build it and keep it useful.',
  keywords: 'custom software, dashboards, data analytics, business intelligence, blog',
  noMatch: 'No blog posts found for the selected category.',
  filter: 'Filter posts by category',
  all: 'All',
  showAll: 'Show all posts',
  shown: (count: number, category: string | null) =>
    `${count} ${count === 1 ? 'post' : 'posts'} in ${category ?? 'all categories'}`,
  readingTime: (minutes: number) => `${minutes} min read`,
  closing: {
    heading: 'Is One of These Your Problem?',
    text: (within: string) =>
      `Describe it in two or three sentences. We answer ${within}, with questions or with a date for a call.`,
    primary: { to: '/contact', label: 'Describe Your Problem' },
    secondary: { to: '/portfolio', label: 'See What We Built' },
  },
} as const;

export const POST_MESSAGES = {
  author: (name: string) => `By ${name}`,
  notRendered: 'Error rendering content',
  related: 'Related Articles',
  closing: {
    heading: 'Ready to Transform Your Data?',
    text: (within: string) =>
      `Tell us what you would like to see on Monday morning. We answer ${within}.`,
    primary: { to: '/contact', label: 'Get Started' },
    secondary: { to: '/portfolio', label: 'View Our Work' },
  },
} as const;

export const MISSING_POST = {
  title: 'Post Not Found',
  text: "The blog post you're looking for doesn't exist.",
  back: { to: '/blog', label: 'Back to Blog' },
} as const;
