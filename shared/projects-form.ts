/** In characters; lists in entries. */
export const PROJECT_LIMITS = {
  title: 200,
  shortDescription: 500,
  fullDescription: 20_000,
  clientName: 200,
  clientQuote: 2_000,
  challengeText: 20_000,
  solutionText: 20_000,
  resultsText: 20_000,
  featuredImageAlt: 300,
  technology: 60,
  technologies: 30,
  galleryImages: 30,
} as const;

export const PROJECT_MESSAGES = {
  title: 'Title is required',
  shortDescription: 'Short description is required',
  industryCategory: 'Industry category is required',
  techStack: 'Send the technologies as a list of texts',
  technologyTooLong: 'Please use at most 60 characters for one technology',
  tooManyTechnologies: 'Please name at most 30 technologies',
  galleryImages: 'Send the gallery images as a list of addresses',
  tooManyImages: 'Please use at most 30 gallery images',
  tooLong: (limit: number) => `Please use at most ${limit.toLocaleString('en-US')} characters`,
  notFound: 'This project does not exist any more.',
  conflict: 'This project was changed by someone else in the meantime.',
} as const;

export const PROJECT_STATUSES = [
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Draft' },
] as const;

/** The entries of a text that lists them with commas. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** What the form of a new project starts with; lists are texts with commas there. */
export const NEW_PROJECT = {
  title: '',
  shortDescription: '',
  fullDescription: '',
  industryCategory: 'Other',
  techStack: '',
  featuredImageUrl: '',
  featuredImageAlt: '',
  galleryImages: '',
  clientName: '',
  clientQuote: '',
  challengeText: '',
  solutionText: '',
  resultsText: '',
  isPublished: false,
};
