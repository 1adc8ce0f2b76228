import type { Report } from '#shared/dashboard/admin-schema.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { ESTIMATED_BUDGETS, ORDER_STATUSES, SERVICE_TYPES } from '#shared/orders/values.ts';

type Option = { value: string; label: string };

type List = {
  title: string;
  heading: string;
  of: 'orderStatuses' | 'orderServices' | 'orderBudgets' | 'messageStatuses';
  options: readonly Option[];
};

function toOption(entry: string | Option): Option {
  return typeof entry === 'string' ? { value: entry, label: entry } : entry;
}

/** What a report counts, in the order of the forms. */
export const LISTS: List[] = [
  {
    title: 'Orders by status',
    heading: 'Status',
    of: 'orderStatuses',
    options: ORDER_STATUSES.map(toOption),
  },
  {
    title: 'Orders by service',
    heading: 'Service',
    of: 'orderServices',
    options: SERVICE_TYPES.map(toOption),
  },
  {
    title: 'Orders by budget',
    heading: 'Budget',
    of: 'orderBudgets',
    options: ESTIMATED_BUDGETS.map(toOption),
  },
  {
    title: 'Messages by status',
    heading: 'Status',
    of: 'messageStatuses',
    options: MESSAGE_STATUSES.map(toOption),
  },
] satisfies (List & { of: keyof Report })[];
