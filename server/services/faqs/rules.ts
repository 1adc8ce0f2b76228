import type { MoveDirection } from '#shared/faqs/values.ts';

type Place = { id: string; sortOrder: number };

function byPlace(a: Place, b: Place): number {
  return a.sortOrder - b.sortOrder || (a.id < b.id ? -1 : 1);
}

/** The sort orders to write so that a question and its neighbour change places; none at the end of the list. */
export function changesOfMove(rows: Place[], id: string, direction: MoveDirection): Place[] {
  const ordered = rows.toSorted(byPlace);
  const index = ordered.findIndex((row) => row.id === id);
  const moved = ordered[index];
  const neighbour = ordered[index + (direction === 'up' ? -1 : 1)];
  if (!moved || !neighbour) return [];

  const swapped = [
    { id: moved.id, sortOrder: neighbour.sortOrder },
    { id: neighbour.id, sortOrder: moved.sortOrder },
  ];
  const wanted = ordered.map((row) => {
    if (row === moved) return neighbour;
    return row === neighbour ? moved : row;
  });
  const afterSwap = ordered
    .map((row) => swapped.find((place) => place.id === row.id) ?? row)
    .toSorted(byPlace);
  // Swapping is not enough where one of the two shares its sort order with others.
  if (afterSwap.every((row, place) => row.id === wanted[place]?.id)) return swapped;
  return wanted.flatMap((row, place) =>
    row.sortOrder === place ? [] : [{ id: row.id, sortOrder: place }],
  );
}
