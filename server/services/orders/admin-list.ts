import type { Transaction } from 'kysely';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import type { Cursor } from '#server/db/keyset.ts';
import type { DB } from '#server/db/types.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import {
  countLeads,
  findLeadIds,
  type LeadFilter,
  readPage,
  sortOf,
} from '#server/services/leads/index.ts';
import { LEAD_PAGE_SIZE } from '#shared/leads/values.ts';
import { DEFAULT_ORDER_SORT, type OrderSort } from '#shared/orders/values.ts';
import type { OrderStatus } from '#shared/orders/values.ts';
import type { OrderListItem } from '#shared/orders/admin-schema.ts';
import { fileCount, LIST_COLUMNS, LIST_CONTACT_FIELDS, presentListItem } from './admin-present.ts';

export type OrderFilter = LeadFilter & { status?: OrderStatus | undefined };

type Page = OrderFilter & {
  sort?: OrderSort | undefined;
  cursor?: Cursor | undefined;
  limit?: number | undefined;
};

function readListRows(tx: Transaction<DB>, ids: string[]) {
  return tx
    .selectFrom('orders')
    .select(LIST_COLUMNS)
    .select(fileCount())
    .where('id', 'in', ids)
    .execute();
}

/** A page of the orders, without their long texts; whoever reads it is in the audit. */
export async function listOrders(
  ctx: ServiceContext,
  { sort = DEFAULT_ORDER_SORT, cursor, limit = LEAD_PAGE_SIZE, ...filter }: Page,
): Promise<{ items: OrderListItem[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  const { column, direction } = sortOf<'created_at' | 'full_name'>(sort);
  return withTransaction(ctx, async (tx) => {
    const ids = await findLeadIds(tx, {
      table: 'orders',
      sort: { column, direction },
      cursor,
      limit: limit + 1,
      ...filter,
    });
    const { rows, nextCursor } = await readPage(ids, limit, {
      read: (wanted) => readListRows(tx, wanted),
      cursorOf: ({ id, createdAt, fullName }) => ({
        value: column === 'created_at' ? createdAt.toISOString() : fullName,
        id,
      }),
    });
    await logContactAccess(ctx, tx, {
      action: 'bulk_view',
      fields: LIST_CONTACT_FIELDS,
      searchQuery: filter.search,
    });
    return { items: rows.map(presentListItem), nextCursor };
  });
}

/** How many orders a filter has. A search tells what it finds even without a row, so it is in the audit too. */
export async function countOrders(ctx: ServiceContext, filter: OrderFilter): Promise<number> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const total = await countLeads(tx, { table: 'orders', ...filter });
    if (filter.search) {
      await logContactAccess(ctx, tx, { action: 'search', fields: [], searchQuery: filter.search });
    }
    return total;
  });
}
