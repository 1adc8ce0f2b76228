import { expect, it } from 'vitest';
import { changeReasons, readChangeReasons } from './values.ts';

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
  // Long texts are cut, and a difference behind the cut is seen.
  const text = 'x'.repeat(10_000);
  const [, change = ''] = changeReasons('selin', { text }, { text: `${text}y` });
  expect(change.length).toBeLessThan(600);
  expect(change).toContain('(10002 characters)');
});

it('reads back who changed what', () => {
  const details = ['tagline: "Old" → "New"'];
  const read = (username: string | null, subject?: string) =>
    readChangeReasons(changeReasons(username, { tagline: 'Old' }, { tagline: 'New' }, subject));
  const [username, subject] = ['selin', 'client "Of x"'];
  expect(read(username, subject)).toEqual({ username, subject, details });
  expect(read(null)).toEqual({ username: null, subject: null, details });
  const other = ['Changed from on to off', 'Of itself'];
  expect(readChangeReasons(other)).toEqual({ username: null, subject: null, details: other });
});
