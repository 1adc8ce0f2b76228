/** In characters; lists in entries. */
export const PROJECT_LIMITS = {
  title: 200,
  shortDescription: 500,
  fullDescription: 20_000,
  industryCategory: 200,
  clientName: 200,
  clientQuote: 2_000,
  challengeText: 20_000,
  solutionText: 20_000,
  resultsText: 20_000,
  featuredImageAlt: 300,
  technology: 60,
  technologies: 30,
  galleryImages: 30,
  results: 6,
  metric: 80,
  before: 40,
  after: 40,
  howMeasured: 200,
} as const;

export type ProjectCategory = string;

export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

export const NEW_RESULT = { metric: '', before: '', after: '', howMeasured: '' };

/** What the form of a new project starts with; lists are texts with commas there. */
export const NEW_PROJECT = {
  title: '',
  shortDescription: '',
  fullDescription: '',
  industryCategory: '',
  techStack: '',
  featuredImageUrl: '',
  featuredImageAlt: '',
  galleryImages: '',
  clientName: '',
  clientQuote: '',
  challengeText: '',
  solutionText: '',
  resultsText: '',
  results: [] as (typeof NEW_RESULT)[],
  isFeatured: false,
  isPublished: false,
};
