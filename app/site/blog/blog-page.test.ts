import { describe, expect, it } from 'vitest';
import { rowSizes } from './blog-page.tsx';

describe('rowSizes', () => {
  it.each([
    [0, []],
    [1, [1]],
    [2, [2]],
    [3, [3]],
    [4, [2, 2]],
    [5, [3, 2]],
    [6, [3, 3]],
    [8, [3, 2, 3]],
  ])('arranges %i posts as %j', (count, rows) => {
    expect(rowSizes(count)).toEqual(rows);
  });

  it('places every post and leaves none alone', () => {
    for (let count = 2; count <= 60; count += 1) {
      const rows = rowSizes(count);
      expect(rows.reduce((sum, size) => sum + size, 0)).toBe(count);
      expect(rows.every((size) => size === 2 || size === 3)).toBe(true);
    }
  });
});
