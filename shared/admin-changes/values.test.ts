import { expect, it } from 'vitest';
import { changeReasons } from './values.ts';

it('says who changed what from what to what, and nothing that stayed the same', () => {
  const before = { tagline: 'Old', phone: '1', links: { a: 1 } };
  const after = { tagline: 'New', phone: '1', links: { a: 2 }, added: null };
  expect(changeReasons('selin', before, after)).toEqual([
    'By selin',
    'tagline: "Old" → "New"',
    'links: {"a":1} → {"a":2}',
    'added: nothing → null',
  ]);
  expect(changeReasons(null, {}, {})).toEqual(['On the command line']);
});

it('cuts long texts, and sees a difference behind the cut', () => {
  const text = 'x'.repeat(10_000);
  const [, change = ''] = changeReasons('selin', { text }, { text: `${text}y` });
  expect(change.length).toBeLessThan(600);
  expect(change).toContain('(10002 characters)');
});
