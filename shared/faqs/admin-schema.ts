import * as z from 'zod';
import { textFields } from '#shared/common/text.ts';
import { FAQ_LIMITS, MOVE_DIRECTIONS, NEW_FAQ } from './values.ts';
import { FAQ_MESSAGES } from './messages.ts';
import { faqSchema } from './schema.ts';

const { required } = textFields(FAQ_LIMITS, FAQ_MESSAGES);
const category = required('category');
const isPublished = z.boolean({ error: FAQ_MESSAGES.isPublished });

/** A question as an administrator writes it; what is optional and missing stays as it is. */
export const faqInputSchema = z.object({
  question: required('question'),
  answer: required('answer'),
  category,
  sortOrder: z
    .number({ error: FAQ_MESSAGES.sortOrderWhole })
    .min(0, FAQ_MESSAGES.sortOrder)
    .max(FAQ_LIMITS.sortOrder, FAQ_MESSAGES.sortOrderTooLarge)
    .refine(Number.isInteger, FAQ_MESSAGES.sortOrderWhole)
    .optional(),
  isPublished: isPublished.optional(),
});

/** A new question always goes to the end, so a sort order given with it is only checked. */
export const newFaqSchema = faqInputSchema.extend({
  category: category.default(NEW_FAQ.category),
  isPublished: isPublished.default(NEW_FAQ.isPublished),
});

/** With the time of the version that was changed; without one the save overwrites. */
export const faqChangeSchema = faqInputSchema.extend({ updatedAt: z.iso.datetime().optional() });

export const faqMoveSchema = z.object({
  direction: z.enum(MOVE_DIRECTIONS, { error: 'The direction is "up" or "down"' }),
});

export const adminFaqSchema = faqSchema.extend({
  sortOrder: z.int(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  isSample: z.boolean(),
});

export type AdminFaq = z.infer<typeof adminFaqSchema>;
