import * as z from 'zod';
import { textFields } from '#shared/common/text.ts';
import { MAX_RATING, NEW_TESTIMONIAL, TESTIMONIAL_LIMITS } from './values.ts';
import { TESTIMONIAL_MESSAGES } from './messages.ts';
import { testimonialSchema } from './schema.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';

const { required, optional } = textFields(TESTIMONIAL_LIMITS, TESTIMONIAL_MESSAGES);

const rating = z.union(
  [z.null(), z.int({ error: TESTIMONIAL_MESSAGES.rating }).min(1).max(MAX_RATING)],
  { error: TESTIMONIAL_MESSAGES.rating },
);

const isFeatured = z.boolean({ error: TESTIMONIAL_MESSAGES.isFeatured });

/** A testimonial as an administrator writes it; a rating or flag that is missing stays as it is. */
export const testimonialInputSchema = z.object({
  clientName: required('clientName'),
  clientTitle: optional('clientTitle'),
  clientCompany: optional('clientCompany'),
  quote: required('quote'),
  rating: rating.optional(),
  photoUrl: optionalImageUrl,
  isFeatured: isFeatured.optional(),
});

export const newTestimonialSchema = testimonialInputSchema.extend({
  rating: rating.default(NEW_TESTIMONIAL.rating),
  isFeatured: isFeatured.default(NEW_TESTIMONIAL.isFeatured),
});

/** With the time of the version that was changed; without one the save overwrites. */
export const testimonialChangeSchema = testimonialInputSchema.extend({
  updatedAt: z.iso.datetime().optional(),
});

export const adminTestimonialSchema = testimonialSchema.extend({
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  isSample: z.boolean(),
});

export type AdminTestimonial = z.infer<typeof adminTestimonialSchema>;
