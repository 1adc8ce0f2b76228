/** In characters. */
export const TESTIMONIAL_LIMITS = {
  clientName: 200,
  clientTitle: 200,
  clientCompany: 200,
  quote: 2_000,
} as const;

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
  created: 'Testimonial created successfully',
  updated: 'Testimonial updated successfully',
  deleted: 'Testimonial deleted successfully',
  restored: 'Testimonial restored successfully',
  loadFailed: 'Failed to load testimonials',
  saveFailed: 'Failed to save testimonial',
  deleteFailed: 'Failed to delete testimonial',
  restoreFailed: 'Failed to restore testimonial',
  deleteQuestion: 'Are you sure you want to delete this testimonial?',
} as const;

export const MAX_RATING = 5;

/** What the form of a new testimonial starts with. */
export const NEW_TESTIMONIAL = {
  clientName: '',
  clientTitle: '',
  clientCompany: '',
  quote: '',
  rating: 5 as number | null,
  photoUrl: '',
  isFeatured: true,
};
