/** Rows of two and three in turn, without a row of one where possible. */
export function rowSizes(count: number, first: 2 | 3 = 3): (1 | 2 | 3)[] {
  if (count < 1) return [];
  if (count === 1 || count === 2 || count === 3) return [count];
  if (count === 4) return [2, 2];
  if (count === 6 && first === 3) return [3, 3];
  return [first, ...rowSizes(count - first, first === 3 ? 2 : 3)];
}
