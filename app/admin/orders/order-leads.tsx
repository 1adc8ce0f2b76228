import { OptionLabel, useOrderOptions } from '#app/admin/data/order-options.tsx';
import { Facts, WrittenText } from '#app/admin/leads/lead-details.tsx';
import type { LeadDefinition } from '#app/admin/leads/shared/lead-kind.ts';
import type { BadgeTone } from '#app/admin/ui/badge.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import type { OrderDetail, OrderListItem } from '#shared/orders/admin-schema.ts';
import { ORDER_ADMIN_MESSAGES, orderStatusChangedMessage } from '#shared/orders/messages.ts';
import { describeEntries } from '#shared/forms/values.ts';
import { ORDER_STATUSES, withOptions } from '#shared/orders/values.ts';
import { ORDER_SCREEN_MESSAGES as messages } from './messages.ts';
import { OrderFiles } from './order-files.tsx';

const TONES: Record<string, BadgeTone> = {
  pending: 'yellow',
  new: 'yellow',
  'in-progress': 'blue',
  completed: 'green',
};

export const ORDER_LEADS: LeadDefinition<OrderListItem, OrderDetail> = {
  path: 'orders',
  idParameter: 'order',
  formPath: '/order',
  title: messages.title,
  dialogTitle: messages.dialogTitle,
  messages: ORDER_ADMIN_MESSAGES,
  statuses: ORDER_STATUSES,
  // Only an undo returns to 'new'.
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
    label: messages.customer,
    sort: 'full_name',
    of: ({ fullName }) => fullName,
    details: ({ email, company }) => (company ? `${email}, ${company}` : email),
  },
  describe: ({ fullName, reference }) => messages.describe(reference, fullName),
  identify: ({ fullName, reference }) => `${fullName}, ${reference}`,
  columns: [
    {
      label: messages.service,
      className: 'min-w-32',
      renderCell: ({ serviceType }) => serviceType,
    },
    {
      label: messages.budget,
      isEnd: true,
      className: 'whitespace-nowrap',
      renderCell: ({ estimatedBudget }) => <OptionLabel list="budgets" value={estimatedBudget} />,
    },
  ],
  templateValuesOf: ({ fullName, reference, serviceType }) => ({
    name: fullName,
    reference,
    service: serviceType,
  }),
  renderDetails: (order) => (
    <>
      <WrittenText title={messages.description} text={order.projectDescription} />
      <Section title={messages.attachments} isInDialog>
        <OrderFiles orderId={order.id} files={order.files} />
      </Section>
    </>
  ),
  renderFacts: (order) => <OrderFacts order={order} />,
};

function OrderFacts({ order }: { order: OrderDetail }) {
  const fields = withOptions(useOrderOptions());
  return (
    <Facts
      labels={messages.facts}
      values={{
        ...describeEntries(fields, order),
        termsAccepted: (
          <>
            {messages.version(order.termsVersion)}
            <Moment iso={order.termsAcceptedAt} />
          </>
        ),
      }}
    />
  );
}
