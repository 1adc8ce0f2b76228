import * as z from 'zod';
import { itemsField, lineField, linesField, textField } from './fields.ts';

export const valuesSchema = z.object({
  valuesHeading: lineField({ label: 'Heading of the values', max: 60 }),
  values: itemsField({
    label: 'Values',
    itemLabel: 'Value',
    max: 5,
    item: z.object({
      name: lineField({ label: 'Name', max: 40, isRequired: true }),
      text: textField({ label: 'Text', max: 160 }),
    }),
  }),
  pointsHeading: lineField({ label: 'Heading of the selling points', max: 60 }),
  points: linesField({
    label: 'Selling points',
    max: 8,
    maxCharacters: 100,
    help: 'One per line.',
  }),
  technologiesHeading: lineField({ label: 'Heading of the technologies', max: 60 }),
  technologies: itemsField({
    label: 'Technologies',
    itemLabel: 'Group',
    max: 6,
    item: z.object({
      name: lineField({ label: 'Name', max: 16, isRequired: true }),
      entries: linesField({ label: 'Entries', max: 8, maxCharacters: 24, help: 'One per line.' }),
    }),
  }),
});

export type ValuesContent = z.output<typeof valuesSchema>;
