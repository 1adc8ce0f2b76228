import { describe, expect, it } from 'vitest';
import { groupFaqs } from './faq-page.tsx';

function buildFaq(id: string, category: string) {
  return { id, category, question: `Question ${id}`, answer: `Answer ${id}` };
}

describe('groupFaqs', () => {
  it('keeps the order of categories and of the questions in them', () => {
    const groups = groupFaqs([
      buildFaq('1', 'Services'),
      buildFaq('2', 'Support'),
      buildFaq('3', 'Services'),
    ]);
    expect(groups.map(({ category, faqs }) => [category, faqs.map(({ id }) => id)])).toEqual([
      ['Services', ['1', '3']],
      ['Support', ['2']],
    ]);
  });

  it('has no group without questions', () => {
    expect(groupFaqs([])).toEqual([]);
  });
});
