import { sql, type RawBuilder } from 'kysely';
import { ServiceError } from '#server/errors.ts';

/** The last row of a page: what it is sorted by, and its id for rows that are equal in that. */
export type Cursor = { value: string; id: string };

/** What a page of a list is asked for with. */
export type PageQuery = { cursor?: Cursor | undefined; limit?: number | undefined };

/** Where nothing else is asked for. */
export const PAGE_SIZE = 100;

const IDS = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  bigint: /^[1-9]\d{0,17}$/,
};
// What PostgreSQL reads as an instant, too: it knows no year 0 and no 30th of February.
const INSTANT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const POSITION = /^\d{1,10}$/;
const MAX_VALUE = 300;

export function formatCursor({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** Null for a text that `formatCursor` has not made. */
export function parseCursor(text: string, idType: keyof typeof IDS = 'uuid'): Cursor | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2) return null;
  const [value, id] = parsed as unknown[];
  if (typeof value !== 'string' || value.length > MAX_VALUE || value.includes('\0')) return null;
  if (typeof id !== 'string' || !IDS[idType].test(id) || !value.isWellFormed()) return null;
  return { value, id };
}

/** The cursor of a row of a list that is sorted by this column. */
export function cursorBy<Name extends string>(name: Name) {
  return (row: { id: string | number } & Record<Name, unknown>): Cursor => {
    const value: unknown = row[name];
    return {
      value: value instanceof Date ? value.toISOString() : String(value),
      id: String(row.id),
    };
  };
}

type ColumnType = 'timestamptz' | 'text' | 'bigint';

type Place = {
  column: string;
  type: ColumnType;
  direction: 'asc' | 'desc';
  /** What tells equal rows apart, and its value in the row of the cursor; the id without it. */
  id?: readonly [column: string, value: RawBuilder<unknown>];
};

/** Whether a column of this type can have the value of a cursor. */
function isValueOf(type: ColumnType, value: string): boolean {
  if (type === 'text') return true;
  if (type === 'bigint') return POSITION.test(value);
  const time = INSTANT.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

/**
 * The condition of the rows behind a cursor, as one row comparison, which an index over both columns serves. `column` and `id` are
 * names in SQL, `type` is the type of the column. A cursor of another list is rejected with VALIDATION.
 */
export function isBehind(
  cursor: Cursor,
  { column, type, direction, id = ['id', sql`${cursor.id}::uuid`] }: Place,
): RawBuilder<boolean> {
  const { value } = cursor;
  if (!isValueOf(type, value)) {
    const message = 'This is no page of the list';
    throw new ServiceError('VALIDATION', message, { cursor: message });
  }
  const sign = sql.raw(direction === 'desc' ? '<' : '>');
  return sql<boolean>`
    (${sql.ref(column)}, ${sql.ref(id[0])}) ${sign} (${value}::${sql.raw(type)}, ${id[1]})
  `;
}

/** Splits the rows of a query that asked for one more than `limit` into the page and whether there are more. */
export function takePage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? formatCursor(cursorOf(last)) : null };
}
