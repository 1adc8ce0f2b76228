import type { ServiceContext } from '#server/context.ts';
import type { Faq } from '#shared/faqs.ts';

function selectPublished(ctx: ServiceContext) {
  return ctx.db.selectFrom('faqs').where('isPublished', '=', true).where('deletedAt', 'is', null);
}

/** The published questions in the order that administrators gave them. */
export async function listFaqs(ctx: ServiceContext): Promise<Faq[]> {
  const rows = await selectPublished(ctx)
    .select(['id', 'question', 'answer', 'category'])
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();
  return rows.map(({ id, question, answer, category }) => ({ id, question, answer, category }));
}

/** When a published question was last changed, null when there is none. */
export async function findNewestFaqChange(ctx: ServiceContext): Promise<string | null> {
  const row = await selectPublished(ctx)
    .select(({ fn }) => fn.max('updatedAt').as('updatedAt'))
    .executeTakeFirst();
  return row?.updatedAt?.toISOString() ?? null;
}

export {
  countManagedFaqs,
  createFaq,
  getManagedFaq,
  listManagedFaqs,
  moveFaq,
  removeFaq,
  restoreFaq,
  updateFaq,
} from './manage.ts';
