/**
 * How many posts stand in each row below the leading one: rows of two and three in turn, and no row with a single post as long as
 * there are more than that.
 */
export function rowSizes(count: number): number[] {
  if (count <= 3) return count > 0 ? [count] : [];
  if (count === 4) return [2, 2];
  return [3, ...(count === 6 ? [3] : twoFirst(count - 3))];
}

function twoFirst(count: number): number[] {
  if (count <= 3) return count > 0 ? [count] : [];
  if (count === 4) return [2, 2];
  return [2, ...rowSizes(count - 2)];
}
