import type { Faq } from '#shared/faqs/schema.ts';

export type FaqGroup = { category: string; faqs: Faq[] };

/** The questions by category; categories and questions keep their order. */
export function groupFaqs(faqs: readonly Faq[]): FaqGroup[] {
  const groups = new Map<string, Faq[]>();
  for (const faq of faqs) {
    const group = groups.get(faq.category);
    if (group) group.push(faq);
    else groups.set(faq.category, [faq]);
  }
  return [...groups].map(([category, members]) => ({ category, faqs: members }));
}
