import { type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { type Cursor, isBehind, takePage } from '#server/db/keyset.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/errors.ts';

type ContentTable = 'blogPosts' | 'clients' | 'faqs' | 'projects' | 'testimonials';
type Messages = { notFound: string; conflict: string };

export const CONTENT_PAGE_SIZE = 100;

/** The condition of a search: one of the columns, written as in `concat_ws`, has the text, with or without accents. */
export function hasText(columns: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(
    fold_search_text(concat_ws(chr(10), ${columns})), fold_search_text(${search})
  ) > 0`;
}

export async function countRows<Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, object>,
): Promise<number> {
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return total;
}

/** A page of what the query selects, the newest first; by `deletedAt` the last deleted first. */
export async function readNewestPage<
  Table extends keyof DB,
  Row extends { id: string; createdAt: Date; deletedAt: Date | null },
>(
  query: SelectQueryBuilder<DB, Table, Row>,
  {
    by = 'createdAt',
    cursor,
    limit = CONTENT_PAGE_SIZE,
  }: {
    by?: 'createdAt' | 'deletedAt';
    cursor?: Cursor | undefined;
    limit?: number | undefined;
  },
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const place = { column: by, type: 'timestamptz', direction: 'desc' } as const;
  const behind = cursor ? query.where(isBehind(cursor, place)) : query;
  const rows = await behind
    .orderBy(sql.ref(by), 'desc')
    .orderBy(sql.ref('id'), 'desc')
    .limit(limit + 1)
    .execute();
  return takePage(rows as Row[], limit, (row) => ({
    value: (row[by] ?? row.createdAt).toISOString(),
    id: row.id,
  }));
}

/** Locks a record that is to be changed; refused when someone else has saved a newer version than `updatedAt` names. */
export async function lockForChange(
  tx: Transaction<DB>,
  table: ContentTable,
  id: string,
  { updatedAt, messages }: { updatedAt: string | undefined; messages: Messages },
): Promise<void> {
  const current = await tx
    .selectFrom(table)
    .select('updatedAt')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!current) throw new ServiceError('NOT_FOUND', messages.notFound);
  if (updatedAt !== undefined && current.updatedAt > new Date(updatedAt)) {
    throw new ServiceError('CONFLICT', messages.conflict);
  }
}

/** Takes a record off the site; it can be restored for 30 days. */
export async function removeContent(
  ctx: ServiceContext,
  table: ContentTable,
  id: string,
  messages: Pick<Messages, 'notFound'>,
): Promise<void> {
  requireAdmin(ctx);
  const row = await ctx.db
    .updateTable(table)
    .set({ deletedAt: ctx.now() })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new ServiceError('NOT_FOUND', messages.notFound);
}

/** Brings a deleted record back as it was. */
export async function restoreContent(
  ctx: ServiceContext,
  table: ContentTable,
  id: string,
  messages: Pick<Messages, 'notFound'>,
): Promise<void> {
  requireAdmin(ctx);
  const row = await ctx.db
    .updateTable(table)
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new ServiceError('NOT_FOUND', messages.notFound);
}
