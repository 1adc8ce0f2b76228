import { expect, it } from 'vitest';
import { findReplacedWords } from './glossary.ts';

it.each([
  ['const keptPages = 1', 1],
  ['function noteSignIn() {}', 1],
  ['const MOST_ROWS = 1', 1],
  ['type PreparedAnswer = { wish: string }', 2],
  ['const notes = 1; const uppermost = 2; const trapezoid = 3', 0],
  ['const question = 1; const answer = 2', 0],
  ['const x = "the answer is kept"', 0],
])('counts the words of %s: %i', (text, count) => {
  expect(findReplacedWords('server/x.ts', text)).toHaveLength(count);
});

it('counts the name of a file', () => {
  expect(findReplacedWords('app/site/trap-field.tsx', 'const a = <figure />')).toHaveLength(1);
});
