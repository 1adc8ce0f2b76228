import type { NEW_PROJECT } from './values.ts';

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
  isPublished: 'Published',
};

export const PROJECT_SCREEN_MESSAGES = {
  industry: 'Industry',
  allIndustries: 'All Industries',
  client: 'Client',
  techStackExample: 'React, Node.js, PostgreSQL',
  techStackHint: 'Separated by commas',
  galleryHint: 'Addresses of uploaded images, separated by commas. An upload adds its address.',
  addImage: 'Add gallery image',
  gallery: 'Gallery preview',
  galleryImage: (number: number) => `Gallery ${number}`,
  view: (title: string, number: number) => `${title}, view ${number}`,
  challenge: 'The Challenge',
  solution: 'Our Solution',
  results: 'Key Results',
  stack: 'Technology Stack',
} as const;
