import { expect, it } from 'vitest';
import { SCREENS } from './screens.ts';

it('gives each screen its own letter', () => {
  const letters = SCREENS.map(({ letter }) => letter);
  expect(new Set(letters).size).toBe(letters.length);
});
