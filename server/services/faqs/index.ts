import { sql } from 'kysely';
import {
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { columnsOf } from '#server/db/present-row.ts';
import { defineContent } from '#server/services/content/index.ts';
import { type AdminFaq, FAQ } from '#shared/faqs/admin-schema.ts';
import { MAX_SORT_ORDER } from '#shared/content/record.ts';
import { type Faq, faqSchema } from '#shared/faqs/schema.ts';
import type { MoveDirection } from '#shared/faqs/values.ts';

const content = defineContent({
  table: 'faqs',
  ...FAQ,
  nameColumn: 'question',
  subjectOf: ({ question }) => `FAQ "${question}"`,
  searched: sql`question, answer, category`,
  isSorted: true,
});

export const faqs: typeof content = {
  ...content,
  create(ctx, input, key) {
    requireAdmin(ctx);
    return withTransaction(ctx, async (tx) => {
      await lockOrder(tx);
      const { last } = await tx
        .selectFrom('faqs')
        .select(({ fn }) => fn.max('sortOrder').as('last'))
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow();
      const sortOrder = Math.min((last ?? -1) + 1, MAX_SORT_ORDER);
      return content.create({ ...ctx, db: tx }, { ...input, sortOrder }, key);
    });
  },
};

/** Renumbers all questions where neighbours share a sort order. */
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
    return content.get({ ...ctx, db: tx }, id);
  });
}

// One writer at a time sees rows that others add, and cannot deadlock.
async function lockOrder(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('faqs.sort_order', 0))`.execute(tx);
}

function selectPublished(ctx: ServiceContext) {
  return ctx.db.selectFrom('faqs').where('isPublished', '=', true).where('deletedAt', 'is', null);
}

export async function listFaqs(ctx: ServiceContext): Promise<Faq[]> {
  return selectPublished(ctx)
    .select(columnsOf(faqSchema))
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();
}

export async function findNewestFaqChange(ctx: ServiceContext): Promise<string | null> {
  const row = await selectPublished(ctx)
    .select(({ fn }) => fn.max('updatedAt').as('updatedAt'))
    .executeTakeFirst();
  return row?.updatedAt?.toISOString() ?? null;
}

type Place = { id: string; sortOrder: number };

function byPlace(a: Place, b: Place): number {
  return a.sortOrder - b.sortOrder || (a.id < b.id ? -1 : 1);
}

export function changesOfMove(rows: Place[], id: string, direction: MoveDirection): Place[] {
  const ordered = rows.toSorted(byPlace);
  const index = ordered.findIndex((row) => row.id === id);
  const moved = ordered[index];
  const neighbour = ordered[index + (direction === 'up' ? -1 : 1)];
  if (!moved || !neighbour) return [];

  const swapped = [
    { id: moved.id, sortOrder: neighbour.sortOrder },
    { id: neighbour.id, sortOrder: moved.sortOrder },
  ];
  const wanted = ordered.map((row) => {
    if (row === moved) return neighbour;
    return row === neighbour ? moved : row;
  });
  const afterSwap = ordered
    .map((row) => swapped.find((place) => place.id === row.id) ?? row)
    .toSorted(byPlace);
  // Not enough where one of them shares its sort order.
  if (afterSwap.every((row, place) => row.id === wanted[place]?.id)) return swapped;
  return wanted.flatMap((row, place) =>
    row.sortOrder === place ? [] : [{ id: row.id, sortOrder: place }],
  );
}
