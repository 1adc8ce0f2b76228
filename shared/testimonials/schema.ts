import * as z from 'zod';

export const MAX_RATING = 5;

/** A featured testimonial; without a rating no stars are shown. */
export const testimonialSchema = z.object({
  id: z.uuid(),
  clientName: z.string(),
  clientTitle: z.string().nullable(),
  clientCompany: z.string().nullable(),
  quote: z.string(),
  rating: z.int().min(1).max(MAX_RATING).nullable(),
  photoUrl: z.string().nullable(),
  isFeatured: z.boolean(),
  createdAt: z.iso.datetime(),
});

export type Testimonial = z.infer<typeof testimonialSchema>;
