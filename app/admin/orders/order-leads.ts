import type { LeadListKind } from '#app/admin/leads/lead-kind.ts';
import type { BadgeTone } from '#app/admin/ui/badge.tsx';
import type { OrderListItem } from '#shared/orders/admin-schema.ts';
import { ORDER_ADMIN_MESSAGES, orderStatusChangedMessage } from '#shared/orders/messages.ts';
import { budgetLabel, ORDER_STATUSES } from '#shared/orders/values.ts';

const TONES: Record<string, BadgeTone> = {
  pending: 'yellow',
  new: 'yellow',
  'in-progress': 'blue',
  completed: 'green',
};

export const ORDER_LEADS: LeadListKind<OrderListItem> = {
  path: 'orders',
  idParameter: 'order',
  title: 'Orders Management',
  dialogTitle: 'Order Details',
  messages: ORDER_ADMIN_MESSAGES,
  statuses: ORDER_STATUSES,
  // To 'new' only by undoing; a row that is new shows so.
  statusesAfter: (status) => [
    ...ORDER_STATUSES.filter(({ value }) => value === 'new' && status === 'new'),
    ...ORDER_STATUSES.filter(({ value }) => value !== 'new'),
  ],
  isNew: (status) => status === 'pending' || status === 'new',
  toneOf: (status) => TONES[status] ?? 'neutral',
  describeChange: (status) => ({
    title: ORDER_ADMIN_MESSAGES.updatedTitle,
    text: orderStatusChangedMessage(status),
  }),
  name: {
    label: 'Customer',
    sort: 'full_name',
    of: ({ fullName }) => fullName,
    details: ({ email, company }) => (company ? `${email}, ${company}` : email),
  },
  describe: ({ fullName, reference }) => `order ${reference} of ${fullName}`,
  identify: ({ fullName, reference }) => `${fullName}, ${reference}`,
  columns: [
    {
      key: 'service',
      label: 'Service',
      className: 'min-w-32',
      of: ({ serviceType }) => serviceType,
    },
    {
      key: 'budget',
      label: 'Budget',
      isEnd: true,
      className: 'whitespace-nowrap',
      of: ({ estimatedBudget }) => budgetLabel(estimatedBudget),
    },
  ],
};
