import type { NEW_PROJECT } from '#shared/projects/values.ts';

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
