import type { BadgeTone } from '#app/admin/ui/badge.tsx';
import { ORDER_STATUSES } from '#shared/orders/values.ts';

const TONES: Record<string, BadgeTone> = {
  pending: 'yellow',
  new: 'yellow',
  'in-progress': 'blue',
  completed: 'green',
};

export function toneOfStatus(status: string): BadgeTone {
  return TONES[status] ?? 'neutral';
}

/** What an order can be changed to: to 'new' only by undoing. */
export const CHOSEN_STATUSES = ORDER_STATUSES.filter(({ value }) => value !== 'new');

/** The options of a row's dropdown; a row that is new shows so. */
export function statusOptionsOf(status: string) {
  return status === 'new'
    ? ORDER_STATUSES.filter(({ value }) => value === 'new').concat(CHOSEN_STATUSES)
    : CHOSEN_STATUSES;
}
