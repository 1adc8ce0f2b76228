import type { Faq } from '#shared/faqs/schema.ts';

export type FaqGroup = { category: string; faqs: Faq[] };

export function groupFaqs(faqs: readonly Faq[]): FaqGroup[] {
  const groups = Map.groupBy(faqs, ({ category }) => category);
  return [...groups].map(([category, members]) => ({ category, faqs: members }));
}
