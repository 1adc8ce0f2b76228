export const TESTIMONIAL_MESSAGES = {
  clientName: 'Client name is required',
  clientNameTooLong: 'Client name must be at most 200 characters',
  clientTitleTooLong: 'Client title must be at most 200 characters',
  clientCompanyTooLong: 'Client company must be at most 200 characters',
  quote: 'Quote is required',
  quoteTooLong: 'Quote must be at most 2,000 characters',
  rating: 'Rating must be a whole number from 1 to 5',
  isFeatured: 'Choose whether the testimonial is featured',
  notFound: 'This testimonial does not exist any more.',
  conflict: 'This testimonial was changed by someone else in the meantime.',
} as const;

export const TESTIMONIAL_LABELS = {
  clientName: 'Client name',
  clientTitle: 'Client title (optional)',
  clientCompany: 'Client company (optional)',
  quote: 'Quote',
  rating: 'Rating',
  photoUrl: 'Photo',
  isFeatured: 'Featured',
};

export const TESTIMONIAL_SCREEN_MESSAGES = {
  client: 'Client',
  company: 'Company',
  subject: (name: string) => `testimonial of ${name}`,
  photoOf: (name: string) => `Photo of ${name}`,
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  rated: (rating: number, max: number) => `${rating} of ${max} stars`,
  noRating: 'No rating',
} as const;
