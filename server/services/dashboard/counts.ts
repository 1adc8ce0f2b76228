import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { DashboardCounts } from '#shared/dashboard/admin-schema.ts';

/** The figures of the overview; an order is new while it is pending or new. */
export async function getDashboardCounts(ctx: ServiceContext): Promise<DashboardCounts> {
  requireAdmin(ctx);
  const counts = await ctx.db
    .selectNoFrom((eb) => [
      eb.selectFrom('orders').select(eb.fn.countAll<number>().as('count')).as('totalOrders'),
      eb
        .selectFrom('orders')
        .select(eb.fn.countAll<number>().as('count'))
        .where('status', 'in', ['pending', 'new'])
        .as('newOrders'),
      eb
        .selectFrom('contactMessages')
        .select(eb.fn.countAll<number>().as('count'))
        .as('totalMessages'),
      eb
        .selectFrom('contactMessages')
        .select(eb.fn.countAll<number>().as('count'))
        .where('status', '=', 'new')
        .as('newMessages'),
    ])
    .executeTakeFirstOrThrow();
  return {
    totalOrders: counts.totalOrders ?? 0,
    newOrders: counts.newOrders ?? 0,
    totalMessages: counts.totalMessages ?? 0,
    newMessages: counts.newMessages ?? 0,
  };
}
