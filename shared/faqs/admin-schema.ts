import * as z from 'zod';
import { defineRecord, sortOrderField } from '#shared/content/record.ts';
import { lineField, switchField, textField } from '#shared/site-content/fields.ts';
import { faqSchema } from './schema.ts';
import { MOVE_DIRECTIONS } from './values.ts';

const category = lineField({
  label: 'Category',
  help: 'Questions of one category stand together on the site.',
  max: 100,
  isRequired: true,
  empty: 'General',
});

const definition = defineRecord({
  noun: 'question',
  fields: {
    question: lineField({ label: 'Question', max: 500, isRequired: true }),
    answer: textField({
      label: 'Answer',
      help: 'Line breaks are kept.',
      max: 10_000,
      isRequired: true,
      rows: 8,
    }),
    category,
    sortOrder: sortOrderField('Sort order'),
    isPublished: switchField({ label: 'Published', empty: true }),
  },
  retained: ['sortOrder', 'isPublished'],
  record: { ...faqSchema.shape, sortOrder: z.int(), isPublished: z.boolean() },
});

const input = definition.schemas.input.extend({ category: category.default('General') });

/** A new question always goes to the end, so a sort order given with it is only checked. */
export const FAQ = { ...definition, schemas: { ...definition.schemas, input } };

export const faqMoveSchema = z.object({
  direction: z.enum(MOVE_DIRECTIONS, { error: 'The direction is "up" or "down"' }),
});

export type AdminFaq = z.infer<(typeof FAQ)['schemas']['record']>;
