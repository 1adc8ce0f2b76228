import * as z from 'zod';
import { itemsField, lineField, numberField, textField } from './fields.ts';

export const processSchema = z.object({
  heading: lineField({ label: 'Heading', max: 60 }),
  lead: lineField({
    label: 'Lead',
    max: 140,
    help: 'Followed by the weeks of all steps.',
  }),
  steps: itemsField({
    label: 'Steps',
    itemLabel: 'Step',
    max: 10,
    item: z.object({
      name: lineField({ label: 'Name', max: 40, isRequired: true }),
      least: numberField({ label: 'Weeks, at least', min: 1, max: 52 }),
      most: numberField({ label: 'Weeks, at most', min: 1, max: 52 }),
      text: textField({ label: 'Text', max: 160 }),
    }),
  }),
});

export type ProcessContent = z.output<typeof processSchema>;
