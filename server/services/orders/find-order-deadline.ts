import type { ServiceContext } from '#server/context/context.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import { ORDER_REFERENCE } from '#shared/orders/values.ts';

/** When the sender of an order was promised an answer; a suspected one has no deadline of ours, which the sender need not learn. */
export async function findOrderDeadline(
  ctx: ServiceContext,
  reference: string,
): Promise<Date | null> {
  if (!ORDER_REFERENCE.test(reference)) return null;
  const order = await ctx.db
    .selectFrom('orders')
    .leftJoin('conversations', 'conversations.orderId', 'orders.id')
    .select(['orders.createdAt', 'conversations.promisedDueAt'])
    .where('orders.reference', '=', reference)
    .executeTakeFirst();
  if (!order || order.promisedDueAt) return order?.promisedDueAt ?? null;
  const hours = await findOfficeHours(ctx);
  return hours.isFallback ? null : dueAt(order.createdAt, hours);
}
