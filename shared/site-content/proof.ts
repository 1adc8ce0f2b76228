import * as z from 'zod';
import {
  choiceField,
  dateField,
  factField,
  idField,
  itemsField,
  lineField,
  numberField,
  textField,
  urlField,
} from './fields.ts';

const PLACES = [
  { value: 'about', label: 'About' },
  { value: 'case-studies', label: 'Case studies' },
  { value: 'both', label: 'About and case studies' },
];

const MEASURES = [
  { value: 'none', label: 'Not measured' },
  { value: 'response-time', label: 'Average response time' },
  { value: 'projects-delivered', label: 'Projects delivered' },
];

const EVIDENCE = {
  evidence: textField({
    label: 'Evidence',
    max: 2_000,
    help: 'Where it comes from and how it was counted. Visitors do not see it.',
  }),
  evidenceUrl: urlField({ label: 'Link to the evidence' }),
  reviewBy: dateField({
    label: 'Review by',
    help: 'From this day on it is marked in the settings and in the weekly digest.',
  }),
  attestedOn: idField(),
  attestedBy: idField(),
};

export const proofSchema = z.object({
  numbers: itemsField({
    label: 'Numbers',
    help: 'Visitors see a number only with evidence or a measurement.',
    itemLabel: 'Number',
    max: 12,
    item: z.object({
      key: idField(),
      label: lineField({ label: 'Label', max: 40, isRequired: true }),
      value: numberField({ label: 'Number', min: 0, max: 1_000_000_000, isWhole: false }),
      suffix: lineField({ label: 'After the number', max: 8, help: 'Such as % or +.' }),
      place: choiceField({
        label: 'Place',
        help: 'About begins with measured numbers.',
        options: PLACES,
        empty: 'both',
      }),
      measure: choiceField({
        label: 'Measured as',
        help: 'The settings compare the number with the measured one. A time is in hours, or in minutes with “min” after it.',
        options: MEASURES,
        empty: 'none',
      }),
      ...EVIDENCE,
    }),
  }),
  stories: itemsField({
    label: 'Stories',
    help: 'Visitors see a story only with evidence or a published project of its category.',
    itemLabel: 'Story',
    max: 6,
    item: z.object({
      key: idField(),
      industry: lineField({ label: 'Industry', max: 40, isRequired: true }),
      title: lineField({ label: 'Title', max: 80, isRequired: true }),
      situation: textField({ label: 'What was wrong', max: 200 }),
      built: textField({ label: 'What we built', max: 200 }),
      result: textField({ label: 'What changed', max: 200 }),
      category: factField({
        label: 'Project category',
        max: 60,
        help: 'As in the portfolio: the story leads to a project of it.',
      }),
      ...EVIDENCE,
    }),
  }),
});

export type ProofContent = z.output<typeof proofSchema>;
