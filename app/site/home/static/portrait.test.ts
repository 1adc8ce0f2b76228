import { expect, test } from 'vitest';
import { getInitials } from './portrait.tsx';

test.each([
  ['Gökçe Demir', 'GD'],
  ['  selin   kaya ', 'SK'],
  ['Ayla Deniz Öztürk', 'AD'],
  ['özlem öztürk', 'ÖÖ'],
  ['Leyla', 'L'],
  ['\u{20000}a b', '\u{20000}B'],
  ['', ''],
])('initials of %j are %j', (name, initials) => {
  expect(getInitials(name)).toBe(initials);
});
