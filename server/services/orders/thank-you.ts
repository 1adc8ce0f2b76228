import type { ServiceContext } from '#server/context/context.ts';
import { findPromisedDeadline, isRecentLead } from '#server/services/leads/index.ts';
import { ORDER_REFERENCE } from '#shared/orders/values.ts';

export async function isRecentOrder(ctx: ServiceContext, reference: string): Promise<boolean> {
  return ORDER_REFERENCE.test(reference) && isRecentLead(ctx, ['orders', 'reference', reference]);
}

export async function findOrderDeadline(
  ctx: ServiceContext,
  reference: string,
): Promise<Date | null> {
  if (!ORDER_REFERENCE.test(reference)) return null;
  return findPromisedDeadline(ctx, ['orders', 'reference', reference]);
}
