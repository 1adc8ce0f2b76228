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
