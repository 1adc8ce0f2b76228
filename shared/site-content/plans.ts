import * as z from 'zod';
import {
  choiceField,
  itemsField,
  lineField,
  linesField,
  numberField,
  switchField,
  textField,
} from './fields.ts';

const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' });

const CURRENCIES = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value} ${CURRENCY_NAMES.of(value)}`,
}));

const PLAN_ICONS = {
  chart: 'Chart',
  layers: 'Layers',
  building: 'Building',
  code: 'Code',
  phone: 'Phone',
  gear: 'Gear',
  rocket: 'Rocket',
  people: 'People',
} as const;

export type PlanIcon = keyof typeof PLAN_ICONS;

const planSchema = z.object({
  name: lineField({ label: 'Name', max: 30, isRequired: true }),
  description: textField({ label: 'Description', max: 160 }),
  icon: choiceField({
    label: 'Icon',
    options: Object.entries(PLAN_ICONS).map(([value, label]) => ({ value, label })),
    empty: 'layers',
  }),
  priceFrom: numberField({ label: 'Price from', min: 0, max: 1_000_000_000 }),
  priceText: lineField({
    label: 'Price in words',
    max: 40,
    help: 'Without a number: “Custom pricing”.',
  }),
  duration: lineField({ label: 'Duration', max: 40 }),
  support: lineField({ label: 'Support', max: 80 }),
  isPopular: switchField({ label: 'Most popular' }),
  includesPrevious: switchField({
    label: 'Includes the plan before it',
    help: 'For the comparison.',
  }),
  features: linesField({
    label: 'Features',
    max: 16,
    maxCharacters: 160,
    help: 'One per line. “Unlimited data sources = Data sources: Unlimited” also fills a row of the comparison; without “: Unlimited” the row is ticked. A line that starts with “=” is in the comparison only.',
  }),
  limits: linesField({
    label: 'Limits',
    max: 10,
    maxCharacters: 160,
    help: 'Like features. “= Data export: yes, as CSV” ticks a row and adds a note.',
  }),
});

export const plansSchema = z.object({
  kind: choiceField({
    label: 'Kind of prices',
    options: [
      { value: 'plans', label: 'Plans' },
      { value: 'examples', label: 'Typical projects' },
      { value: 'none', label: 'No prices' },
    ],
    empty: 'none',
    help: 'Without prices, the pricing page and its links are absent.',
  }),
  product: lineField({ label: 'What the prices are for', max: 80, help: 'For search engines.' }),
  currency: choiceField({ label: 'Currency', options: CURRENCIES, empty: 'EUR' }),
  taxNote: lineField({ label: 'Tax note', max: 30, help: 'After each price: “plus VAT”.' }),
  plans: itemsField({ label: 'Plans or projects', itemLabel: 'Plan', max: 4, item: planSchema }),
  comparison: itemsField({
    label: 'Order of the comparison',
    help: 'Its values come from the lines of the plans. Rows that no group names come last.',
    itemLabel: 'Group',
    max: 8,
    item: z.object({
      name: lineField({ label: 'Heading', max: 60, isRequired: true }),
      rows: linesField({ label: 'Rows', max: 20, maxCharacters: 60 }),
    }),
  }),
});

export type PlansFields = z.output<typeof plansSchema>;
