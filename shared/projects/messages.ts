import type { NEW_PROJECT, NEW_RESULT } from './values.ts';

export const PROJECT_MESSAGES = {
  title: 'Title is required',
  shortDescription: 'Short description is required',
  industryCategory: 'Industry category is required',
  techStack: 'Send the technologies as a list of texts',
  technologyTooLong: 'Please use at most 60 characters for one technology',
  tooManyTechnologies: 'Please name at most 30 technologies',
  galleryImages: 'Send the gallery images as a list of addresses',
  tooManyImages: 'Please use at most 30 gallery images',
  results: 'Send the measured results as a list',
  tooManyResults: 'Please give at most 6 measured results',
  metric: 'Say what was measured',
  after: 'Say what it was afterwards',
  tooLong: (limit: number) => `Please use at most ${limit.toLocaleString('en-US')} characters`,
  notFound: 'This project does not exist any more.',
  conflict: 'This project was changed by someone else in the meantime.',
} as const;

export const PROJECT_LABELS: Record<keyof typeof NEW_PROJECT, string> = {
  title: 'Title',
  shortDescription: 'Short description',
  industryCategory: 'Industry category',
  fullDescription: 'Full description',
  techStack: 'Tech stack',
  featuredImageUrl: 'Featured image',
  featuredImageAlt: 'Alternative text',
  galleryImages: 'Gallery images',
  clientName: 'Client name',
  clientQuote: 'Client quote',
  challengeText: 'Challenge',
  solutionText: 'Solution',
  resultsText: 'Results',
  results: 'Measured results',
  isFeatured: 'Featured',
  isPublished: 'Published',
};

export const RESULT_LABELS: Record<keyof typeof NEW_RESULT, string> = {
  metric: 'What was measured',
  before: 'Before (optional)',
  after: 'After',
  howMeasured: 'How it was measured (optional)',
};

export const PROJECT_SCREEN_MESSAGES = {
  industry: 'Industry',
  allIndustries: 'All Industries',
  chooseIndustry: 'Choose an industry',
  client: 'Client',
  techStackExample: 'React, Node.js, PostgreSQL',
  techStackHint: 'Separated by commas',
  galleryHint:
    'Addresses of uploaded images, separated by commas. An upload adds its address; its thumbnail opens its focal point.',
  addImage: 'Add gallery image',
  galleryPreview: 'Gallery preview',
  galleryImage: (number: number) => `Gallery ${number}`,
  result: 'Result',
  resultsHint:
    'Each is shown as a large figure: what was measured, what it was before and after. The project page shows them in this order, the home page the first.',
  featuredHint: 'Featured projects come first where other pages point to the work.',
} as const;

export const PROJECT_PAGE_MESSAGES = {
  challenge: 'The Challenge',
  solution: 'Our Solution',
  results: 'Key Results',
  before: 'Before: ',
  after: 'After: ',
  howMeasured: 'How it was measured: ',
  stack: 'Technology Stack',
  gallery: 'More pictures',
  view: (title: string, number: number) => `${title}, view ${number}`,
  enlarge: 'Enlarge: ',
  imagesOf: (title: string) => `Pictures of ${title}`,
  shown: (number: number, count: number) => `${number} of ${count}`,
  previousImage: 'Previous picture',
  nextImage: 'Next picture',
  closeImages: 'Close',
} as const;
