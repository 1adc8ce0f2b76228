export const TESTIMONIAL_LIMITS = {
  clientName: 200,
  clientTitle: 200,
  clientCompany: 200,
  quote: 2_000,
} as const;

export const MAX_RATING = 5;

export const NEW_TESTIMONIAL = {
  clientName: '',
  clientTitle: '',
  clientCompany: '',
  quote: '',
  rating: 5 as number | null,
  photoUrl: '',
  isFeatured: true,
};
