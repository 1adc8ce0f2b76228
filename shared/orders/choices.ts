import type { FieldErrors } from '#shared/common/errors.ts';
import { ORDER_MESSAGES } from './messages.ts';
import { listOpen, ORDER_FIELDS, type OrderEntries, type OrderOptions } from './values.ts';

/** Each question with options needs one of them. */
export function findChoiceErrors(options: OrderOptions, entries: OrderChoices): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of CHOICES) {
    const offered = listOpen(options[ORDER_FIELDS[name].list]).map(({ value }) => value);
    const chosen = [entries[name]].flat().filter(Boolean);
    const hasChoice = chosen.length > 0 || offered.length === 0;
    if (!hasChoice || !chosen.every((value) => offered.includes(value))) {
      errors[name] = ORDER_MESSAGES[name];
    }
  }
  return errors;
}

const CHOICES = [
  'serviceType',
  'desiredFeatures',
  'estimatedBudget',
  'targetTimeline',
  'requiredLanguages',
] as const;

type OrderChoices = Pick<OrderEntries, (typeof CHOICES)[number]>;
