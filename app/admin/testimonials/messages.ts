export const TESTIMONIAL_LABELS = {
  clientName: 'Client name',
  clientTitle: 'Client title (optional)',
  clientCompany: 'Client company (optional)',
  quote: 'Quote',
  rating: 'Rating',
  photoUrl: 'Photo',
  isFeatured: 'Featured',
};

export const TESTIMONIAL_MESSAGES = {
  client: 'Client',
  company: 'Company',
  subject: (name: string) => `testimonial of ${name}`,
  photoOf: (name: string) => `Photo of ${name}`,
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  rated: (rating: number, max: number) => `${rating} of ${max} stars`,
  noRating: 'No rating',
} as const;
