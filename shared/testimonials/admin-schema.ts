import * as z from 'zod';
import { defineRecord } from '#shared/content/record.ts';
import {
  describeField,
  imageField,
  lineField,
  optionalLineField,
  switchField,
  textField,
} from '#shared/site-content/fields.ts';
import { formatStars, NO_RATING } from './messages.ts';
import { MAX_RATING, testimonialSchema } from './schema.ts';

const error = `Rating must be a whole number from 1 to ${MAX_RATING}`;

const rating = z.union([z.null(), z.int({ error }).min(1).max(MAX_RATING)], { error });

const RATINGS = Array.from({ length: MAX_RATING }, (_, index) => MAX_RATING - index).map(
  (value) => ({ value, label: formatStars(value) }),
);

export const TESTIMONIAL = defineRecord({
  noun: 'testimonial',
  fields: {
    clientName: lineField({ label: 'Client name', max: 200, isRequired: true }),
    clientTitle: optionalLineField({ label: 'Client title', max: 200 }),
    clientCompany: optionalLineField({ label: 'Client company', max: 200 }),
    quote: textField({ label: 'Quote', max: 2_000, isRequired: true, rows: 5 }),
    rating: describeField(rating, {
      label: 'Rating',
      input: 'choice',
      options: [...RATINGS, { value: null, label: NO_RATING }],
      empty: MAX_RATING,
    }),
    photoUrl: imageField({ label: 'Photo', folder: 'testimonial-photos', isRound: true }),
    isFeatured: switchField({ label: 'Featured', empty: true }),
  },
  retained: ['rating', 'isFeatured'],
  record: testimonialSchema.shape,
});

export type AdminTestimonial = z.infer<(typeof TESTIMONIAL)['schemas']['record']>;
