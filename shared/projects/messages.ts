export const PROJECT_MESSAGES = {
  industryCategory: 'Industry category is required',
  techStack: 'Send the technologies as a list of texts',
  technologyTooLong: 'Please use at most 60 characters for one technology',
  tooManyTechnologies: 'Please name at most 30 technologies',
  galleryImages: 'Send the gallery images as a list of addresses',
  tooManyImages: 'Please use at most 30 gallery images',
  results: 'Send the measured results as a list',
  tooManyResults: 'Please give at most 6 measured results',
  notFound: 'This project does not exist any more.',
  conflict: 'This project was changed by someone else in the meantime.',
} as const;

export const PROJECT_SCREEN_MESSAGES = {
  industry: 'Industry',
  allIndustries: 'All Industries',
  chooseIndustry: 'Choose an industry',
  client: 'Client',
  techStackExample: 'React, Node.js, PostgreSQL',
  addImage: 'Add gallery image',
  galleryPreview: 'Gallery preview',
  galleryImage: (number: number) => `Gallery ${number}`,
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
