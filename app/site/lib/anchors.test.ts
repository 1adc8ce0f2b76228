import { expect, it } from 'vitest';
import { createAnchors } from './anchors.ts';

it('names every heading once, by its words', () => {
  const headings = ['Şartlar & ücret', 'Scope', 'Scope', 'Scope 2', '؟؟؟', '???'];
  expect(createAnchors('part', headings)).toEqual([
    'part-sartlar-and-ucret',
    'part-scope',
    'part-scope-2',
    'part-scope-2-2',
    'part-untitled',
    'part-untitled-2',
  ]);
});
