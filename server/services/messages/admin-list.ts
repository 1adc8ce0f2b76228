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
import { DEFAULT_MESSAGE_SORT, type MessageSort } from '#shared/messages/values.ts';
import type { MessageListItem } from '#shared/messages/admin-schema.ts';
import type { MessageStatus } from '#shared/messages/values.ts';
import { CONTACT_FIELDS, LIST_COLUMNS, presentListItem, preview } from './admin-present.ts';

export type MessageFilter = LeadFilter & { status?: MessageStatus | undefined };

type Page = MessageFilter & {
  sort?: MessageSort | undefined;
  cursor?: Cursor | undefined;
  limit?: number | undefined;
};

function readListRows(tx: Transaction<DB>, ids: string[]) {
  return tx
    .selectFrom('contactMessages')
    .select(LIST_COLUMNS)
    .select(preview())
    .where('id', 'in', ids)
    .execute();
}

/** A page of the messages with the beginning of each text; whoever reads it is in the audit. */
export async function listMessages(
  ctx: ServiceContext,
  { sort = DEFAULT_MESSAGE_SORT, cursor, limit = LEAD_PAGE_SIZE, ...filter }: Page,
): Promise<{ items: MessageListItem[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  const { column, direction } = sortOf<'created_at' | 'name'>(sort);
  return withTransaction(ctx, async (tx) => {
    const ids = await findLeadIds(tx, {
      table: 'contact_messages',
      sort: { column, direction },
      cursor,
      limit: limit + 1,
      ...filter,
    });
    const { rows, nextCursor } = await readPage(ids, limit, {
      read: (wanted) => readListRows(tx, wanted),
      cursorOf: ({ id, createdAt, name }) => ({
        value: column === 'created_at' ? createdAt.toISOString() : name,
        id,
      }),
    });
    await logContactAccess(ctx, tx, {
      action: 'bulk_view',
      fields: CONTACT_FIELDS,
      searchQuery: filter.search,
    });
    return { items: rows.map(presentListItem), nextCursor };
  });
}

/** How many messages a filter has. A search tells what it finds even without a row, so it is in the audit too. */
export async function countMessages(ctx: ServiceContext, filter: MessageFilter): Promise<number> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const total = await countLeads(tx, { table: 'contact_messages', ...filter });
    if (filter.search) {
      await logContactAccess(ctx, tx, { action: 'search', fields: [], searchQuery: filter.search });
    }
    return total;
  });
}
