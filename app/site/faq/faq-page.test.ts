import { expect, it } from 'vitest';
import { groupFaqs } from './faq-page.tsx';

function buildFaq(id: string, category: string) {
  return { id, category, question: `Question ${id}`, answer: `Answer ${id}` };
}

it('groups questions and keeps the order of categories and of the questions in them', () => {
  const services = [buildFaq('1', 'Services'), buildFaq('3', 'Services')] as const;
  const support = buildFaq('2', 'Support');
  expect(groupFaqs([services[0], support, services[1]])).toEqual([
    { category: 'Services', faqs: services },
    { category: 'Support', faqs: [support] },
  ]);
  expect(groupFaqs([])).toEqual([]);
});
