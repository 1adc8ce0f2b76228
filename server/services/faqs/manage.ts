import { sql, type Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { type Cursor, takePage } from '#server/db/keyset.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/errors.ts';
import {
  CONTENT_PAGE_SIZE,
  countRows,
  hasText,
  lockForChange,
  removeContent,
  restoreContent,
} from '#server/services/managed-content/index.ts';
import { FAQ_LIMITS, FAQ_MESSAGES, type MoveDirection } from '#shared/faqs-form.ts';
import type { AdminFaq, FaqChange, NewFaq } from '#shared/faqs-schema.ts';
import { changesOfMove } from './rules.ts';

export type FaqFilter = { search?: string | undefined; deleted?: boolean | undefined };
type Page = FaqFilter & { cursor?: Cursor | undefined; limit?: number | undefined };

const CURSOR_ORDER = /^\d{1,10}$/;

const COLUMNS = [
  'id',
  'question',
  'answer',
  'category',
  'sortOrder',
  'isPublished',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;

type Row = {
  id: string;
  question: string;
  answer: string;
  category: string;
  sortOrder: number;
  isPublished: boolean;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
};

function present(row: Row): AdminFaq {
  return {
    id: row.id,
    question: row.question,
    answer: row.answer,
    category: row.category,
    sortOrder: row.sortOrder,
    isPublished: row.isPublished,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', FAQ_MESSAGES.notFound);
}

function selectMatching(ctx: ServiceContext, { search, deleted = false }: FaqFilter) {
  const query = ctx.db.selectFrom('faqs').where('deletedAt', deleted ? 'is not' : 'is', null);
  if (!search) return query;
  return query.where(hasText(sql`question, answer, category`, search));
}

/** The questions in their order; with `deleted` only those that can be restored. */
export async function listManagedFaqs(
  ctx: ServiceContext,
  { cursor, limit = CONTENT_PAGE_SIZE, ...filter }: Page,
) {
  requireAdmin(ctx);
  let query = selectMatching(ctx, filter);
  if (cursor) {
    if (!CURSOR_ORDER.test(cursor.value)) {
      throw new ServiceError('VALIDATION', 'This is no page of the list');
    }
    query = query.where(
      sql<boolean>`(sort_order, id) > (${cursor.value}::bigint, ${cursor.id}::uuid)`,
    );
  }
  const rows = await query
    .select(COLUMNS)
    .orderBy('sortOrder')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const { items, nextCursor } = takePage(rows, limit, ({ sortOrder, id }) => ({
    value: String(sortOrder),
    id,
  }));
  return { items: items.map(present), nextCursor };
}

export async function countManagedFaqs(ctx: ServiceContext, filter: FaqFilter): Promise<number> {
  requireAdmin(ctx);
  return countRows(selectMatching(ctx, filter));
}

export async function getManagedFaq(ctx: ServiceContext, id: string): Promise<AdminFaq> {
  requireAdmin(ctx);
  const row = await ctx.db
    .selectFrom('faqs')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return present(row);
}

/** Adds a question behind all others. */
export async function createFaq(
  ctx: ServiceContext,
  { question, answer, category, isPublished }: NewFaq,
): Promise<AdminFaq> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    await lockOrder(tx);
    const { last } = await tx
      .selectFrom('faqs')
      .select(({ fn }) => fn.max('sortOrder').as('last'))
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    const sortOrder = Math.min((last ?? -1) + 1, FAQ_LIMITS.sortOrder);
    const row = await tx
      .insertInto('faqs')
      .values({ id: uuidV7(), question, answer, category, sortOrder, isPublished })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(row);
  });
}

/** Saves a question; refused when someone else has saved a newer version than `updatedAt` names. */
export async function updateFaq(
  ctx: ServiceContext,
  id: string,
  { updatedAt, ...changes }: FaqChange,
): Promise<AdminFaq> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    await lockForChange(tx, 'faqs', id, { updatedAt, messages: FAQ_MESSAGES });
    const row = await tx
      .updateTable('faqs')
      .set(changes)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(row);
  });
}

/**
 * Swaps the places of a question and its neighbour, and answers the question; at the end of the list nothing changes. Where neighbours
 * share a sort order, all questions are numbered anew.
 */
export async function moveFaq(
  ctx: ServiceContext,
  id: string,
  direction: MoveDirection,
): Promise<AdminFaq> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    await lockOrder(tx);
    const rows = await tx
      .selectFrom('faqs')
      .select(['id', 'sortOrder'])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const change of changesOfMove(rows, id, direction)) {
      await tx
        .updateTable('faqs')
        .set({ sortOrder: change.sortOrder })
        .where('id', '=', change.id)
        .execute();
    }
    const row = await tx
      .selectFrom('faqs')
      .select(COLUMNS)
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound();
    return present(row);
  });
}

// One writer of the order at a time: rows that another one adds are then seen, and no two lock rows crosswise.
async function lockOrder(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('faqs.sort_order', 0))`.execute(tx);
}

/** Takes a question off the site; it can be restored for 30 days. */
export async function removeFaq(ctx: ServiceContext, id: string): Promise<void> {
  await removeContent(ctx, 'faqs', id, FAQ_MESSAGES);
}

export async function restoreFaq(ctx: ServiceContext, id: string): Promise<AdminFaq> {
  await restoreContent(ctx, 'faqs', id, FAQ_MESSAGES);
  return getManagedFaq(ctx, id);
}
