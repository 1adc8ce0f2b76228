import type { MoveDirection } from '#shared/faqs/values.ts';

/** The list as it will be once a question and its neighbour have changed places; each place keeps its number. */
export function swapNeighbours<T extends { id: string; sortOrder: number }>(
  items: T[],
  id: string,
  direction: MoveDirection,
): T[] {
  const index = items.findIndex((item) => item.id === id);
  const other = index + (direction === 'up' ? -1 : 1);
  const moved = items[index];
  const neighbour = items[other];
  if (!moved || !neighbour) return items;
  const swapped = [...items];
  swapped[index] = { ...neighbour, sortOrder: moved.sortOrder };
  swapped[other] = { ...moved, sortOrder: neighbour.sortOrder };
  return swapped;
}
