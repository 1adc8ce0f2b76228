export const BLOG_POST_MESSAGES = {
  slugForm: 'Use lower-case letters, digits and single hyphens only',
  slugTaken: 'Another post has this slug already. Please choose another one.',
  contentTooComplex:
    'This text cannot be rendered: it is nested too deeply, or has too many lines, list items or formatting marks',
  readingTime: 'Reading time must be at least 1 minute',
  readingTimeTooLong: 'Reading time must be at most 999 minutes',
  notFound: 'This blog post does not exist any more.',
  conflict: 'This blog post was changed by someone else in the meantime.',
} as const;

export const BLOG_SCREEN_MESSAGES = {
  allCategories: 'All Categories',
  address: (slug: string) => `Address of the post: /blog/${slug || '...'}`,
  inUse: 'In use:',
  minutesNeeded: (minutes: number) => `The text takes about ${minutes} min. `,
  takeMinutes: (minutes: number) => `Use ${minutes}`,
  author: (name: string) => `By ${name} · `,
  readingTime: (minutes: number) => ` · ${minutes} min read`,
  takeImage: {
    title: 'Use this picture as the featured image?',
    text: 'The text of a post cannot hold pictures. The featured image stands above it and in lists.',
    confirmLabel: 'Use as featured image',
  },
  replaceImage: {
    title: 'Replace the featured image by this picture?',
    text: 'The text of a post cannot hold pictures, and this post has a featured image already.',
    confirmLabel: 'Replace featured image',
  },
  notRendered: 'Error rendering content',
} as const;
