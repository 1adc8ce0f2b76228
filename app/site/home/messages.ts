export type Weeks = { least: number; max: number };

export const HOME_FAILURES = {
  title: 'Error',
  testimonials: 'Failed to load testimonials',
  blogPosts: 'Failed to load blog posts',
} as const;

export const ABOUT_MESSAGES = { founded: 'Founded' } as const;

export const WORK_MESSAGES = {
  demoFailed: 'The demo could not be loaded. Load the page again to try it.',
  before: (value: string) => `before: ${value}`,
  see: 'See the project',
  seeNamed: (name: string) => `: ${name}`,
  seeProjects: 'See projects',
} as const;

export const TESTIMONIAL_MESSAGES = {
  label: 'Client testimonials',
  previous: 'Previous testimonial',
  next: 'Next testimonial',
  position: (number: number, count: number) => `${number} of ${count}`,
  show: (number: number, count: number) => `Show testimonial ${number} of ${count}`,
  shown: (number: number, count: number, name: string) =>
    `Testimonial ${number} of ${count}: ${name}`,
  rating: (stars: number, max: number) => `Rated ${stars} out of ${max}`,
} as const;

export const LATEST_POSTS_MESSAGES = {
  failed: 'The latest posts could not be loaded. Please try again in a moment.',
  readingTime: (minutes: number) => `${minutes} min read`,
  author: (name: string) => `By ${name}`,
  readMore: 'Read More',
} as const;

export const CASE_STUDY_MESSAGES = {
  situation: 'What was wrong',
  built: 'What we built',
  result: 'What changed',
} as const;

const formatWeeks = ({ least, max }: Weeks, dash: string) =>
  `${least === max ? '' : `${least}${dash}`}${max} ${max === 1 ? 'week' : 'weeks'}`;

export const PROCESS_MESSAGES = {
  duration: (weeks: Weeks) => `${formatWeeks(weeks, ' to ')} in all.`,
  stepDuration: (weeks: Weeks) => formatWeeks(weeks, '-'),
  week: 'Week',
} as const;
