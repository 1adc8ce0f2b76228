import type { ServiceContext } from '#server/context/context.ts';
import { thankedSince } from '#server/services/leads/index.ts';
import { ORDER_REFERENCE } from '#shared/orders/values.ts';

/** Whether a recent order has this reference, which only its sender knows. */
export async function isRecentOrder(ctx: ServiceContext, reference: string): Promise<boolean> {
  if (!ORDER_REFERENCE.test(reference)) return false;
  const order = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('reference', '=', reference)
    .where('createdAt', '>', thankedSince(ctx))
    .executeTakeFirst();
  return order !== undefined;
}
