export const BLOG_MESSAGES = {
  /** If the page's texts could not be loaded, and in breadcrumbs. */
  heading: 'Blog',
  noMatch: 'No blog posts found for the selected category.',
  filter: 'Filter posts by category',
  all: 'All',
  showAll: 'Show all posts',
  shown: (count: number, category: string | null) =>
    `${count} ${count === 1 ? 'post' : 'posts'} in ${category ?? 'all categories'}`,
  readingTime: (minutes: number) => `${minutes} min read`,
} as const;

export const POST_MESSAGES = {
  author: (name: string) => `By ${name}`,
  notRendered: 'Error rendering content',
  related: 'Related Articles',
} as const;

export const MISSING_POST = {
  title: 'Post Not Found',
  text: "The blog post you're looking for doesn't exist.",
  back: { to: '/blog', label: 'Back to Blog' },
} as const;
