import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import { convertedOrderSchema } from '#shared/orders/admin-schema.ts';
import { orderInputSchema } from '#shared/orders/schema.ts';
import { convertMessage } from '#server/services/orders/index.ts';
import { endpoint, record, routerOf } from '#server/api/admin/endpoint.ts';

export const messageOrderAdminApi = routerOf('contactMessages', {
  'POST /:id/order': endpoint({
    summary: 'Makes an order of a message, which goes on with its conversation',
    description:
      'A message becomes one order: sent again, this returns the order that there is. Another address than the message has needs a fresh proof.',
    body: orderInputSchema,
    errors: ['PROOF_REQUIRED'],
    notFound: MESSAGE_ADMIN_MESSAGES.notFound,
    response: record(convertedOrderSchema, 201),
    run: (ctx, { id, body }) => convertMessage(ctx, id, body),
  }),
});
