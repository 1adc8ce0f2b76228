import * as z from 'zod';
import { factField, idField, itemsField, switchField } from './fields.ts';

const MAX_LABEL = 60;
const MAX_OPTIONS = 40;

function optionsField(label: string, itemLabel: string, help?: string) {
  const item = z.object({
    value: idField(),
    label: factField({ label: itemLabel, max: MAX_LABEL, isRequired: true }),
    isArchived: switchField({ label: 'Archived' }),
  });
  return itemsField({ label, itemLabel, max: MAX_OPTIONS, item, ...(help && { help }) });
}

export const orderOptionsSchema = z.object({
  services: optionsField(
    'Services',
    'Service',
    'Archived options are no longer offered; enquiries keep them. A question without open options is not asked.',
  ),
  features: optionsField('Features', 'Feature'),
  budgets: optionsField('Budgets', 'Budget', 'With the currency: $5,000 - $15,000.'),
  timelines: optionsField('Timelines', 'Timeline'),
  languages: optionsField('Languages', 'Language'),
});

export const projectCategoriesSchema = z.object({
  categories: optionsField(
    'Categories',
    'Category',
    'Filter of the portfolio. Those of example projects can be renamed once the examples are removed.',
  ),
});
