import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { DashboardCounts } from '#shared/dashboard-schema.ts';

/** The figures of the overview; an order is new while it is pending or new. */
export async function getDashboardCounts(ctx: ServiceContext): Promise<DashboardCounts> {
  requireAdmin(ctx);
  return ctx.db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('orders').select(fn.countAll<number>().as('count')).as('totalOrders'),
      selectFrom('orders')
        .select(fn.countAll<number>().as('count'))
        .where('status', 'in', ['pending', 'new'])
        .as('newOrders'),
      selectFrom('contactMessages').select(fn.countAll<number>().as('count')).as('totalMessages'),
      selectFrom('contactMessages')
        .select(fn.countAll<number>().as('count'))
        .where('status', '=', 'new')
        .as('newMessages'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ totalOrders, newOrders, totalMessages, newMessages }) => ({
      totalOrders: totalOrders ?? 0,
      newOrders: newOrders ?? 0,
      totalMessages: totalMessages ?? 0,
      newMessages: newMessages ?? 0,
    }));
}
