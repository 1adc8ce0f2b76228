import { type Cursor, formatCursor } from '#server/db/keyset.ts';

/** Rows in the order of their ids. */
export function inOrderOf<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Reads the rows of a page whose ids were asked for with one more than `limit`, and says where the next page starts. A row that was
 * deleted in between is left out.
 */
export async function readPage<Row extends { id: string }>(
  ids: string[],
  limit: number,
  { read, cursorOf }: { read: (ids: string[]) => Promise<Row[]>; cursorOf: (row: Row) => Cursor },
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const wanted = ids.slice(0, limit);
  const rows = wanted.length === 0 ? [] : inOrderOf(wanted, await read(wanted));
  const last = rows.at(-1);
  return { rows, nextCursor: ids.length > limit && last ? formatCursor(cursorOf(last)) : null };
}
