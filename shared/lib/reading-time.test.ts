import { expect, it } from 'vitest';
import { readingMinutes } from './reading-time.ts';

it.each([
  ['', 1],
  ['word '.repeat(200), 1],
  ['word '.repeat(201), 2],
  ['kelime ışık '.repeat(500), 5],
  ['- **a**\n- b\n\n---\n\n***', 1],
])('reads 200 words a minute, and at least one minute', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});
