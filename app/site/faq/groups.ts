import type { Faq } from '#shared/faqs/schema.ts';

export type FaqGroup = { category: string; faqs: Faq[] };

/** The questions by category; categories and questions keep their order. */
export function groupFaqs(faqs: readonly Faq[]): FaqGroup[] {
  const groups = Map.groupBy(faqs, ({ category }) => category);
  return [...groups].map(([category, members]) => ({ category, faqs: members }));
}
