import { parseJson } from '#shared/lib/parse-json.ts';
import { sql, type RawBuilder } from 'kysely';
import { ServiceError } from '#server/core/errors.ts';

/**
 * The last row of a page: what it is sorted by, and its id for rows that are equal in that; which sort that was where a list has several,
 * and the row's group where rows are grouped before they are sorted.
 */
export type Cursor = {
  value: string;
  id: string;
  sort?: string | undefined;
  group?: string | undefined;
};

export type PageQuery = { cursor?: Cursor | undefined; limit?: number | undefined };

export const PAGE_SIZE = 100;

const IDS = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  bigint: /^[1-9]\d{0,17}$/,
};
// What PostgreSQL reads as an instant, too: it knows no year 0 and no 30th of February.
const INSTANT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const POSITION = /^\d{1,10}$/;
const MAX_VALUE = 300;

export function formatCursor({ value, id, sort, group }: Cursor): string {
  const parts = [value, id, sort, group].filter((part) => part !== undefined);
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Null for a text that `formatCursor` has not made. */
export function parseCursor(text: string, idType: keyof typeof IDS = 'uuid'): Cursor | null {
  const parsed = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parsed) || parsed.length > 4 || !parsed.every(isStorable)) return null;
  const [value, id, ...rest] = parsed;
  if (value === undefined || id === undefined || !IDS[idType].test(id)) return null;
  const [sort, group] = rest;
  return { value, id, ...(sort !== undefined && { sort }), ...(group !== undefined && { group }) };
}

function isStorable(part: unknown): part is string {
  return (
    typeof part === 'string' &&
    part.length <= MAX_VALUE &&
    !part.includes('\0') &&
    part.isWellFormed()
  );
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

type ColumnType = 'timestamptz' | 'date' | 'text' | 'bigint';

export type Direction = 'asc' | 'desc';

/** The name of what a list is sorted by, with a minus before it for the other direction. */
export function readSort(sort: string): { column: string; direction: Direction } {
  return sort.startsWith('-')
    ? { column: sort.slice(1), direction: 'desc' }
    : { column: sort, direction: 'asc' };
}

type Place = {
  /** Or what is computed of columns. */
  column: string | RawBuilder<unknown>;
  type: ColumnType;
  direction: Direction;
  sort?: string;
  group?: { column: string; direction: Direction } | undefined;
  /** What tells equal rows apart, and its value in the row of the cursor; the id without it. */
  id?: readonly [column: string, value: RawBuilder<unknown>];
};

function isValueOf(type: ColumnType, value: string): boolean {
  if (type === 'text') return true;
  if (type === 'bigint') return POSITION.test(value);
  const instant = type === 'date' ? `${value}T00:00:00.000Z` : value;
  const time = INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === instant;
}

/**
 * The condition of the rows behind a cursor, as one row comparison, which an index over both columns serves. `column` and `id` are
 * names in SQL, `type` is the type of the column. A cursor of another list is rejected with VALIDATION.
 */
export function isBehind(
  cursor: Cursor,
  { column, type, direction, sort, group, id = ['id', sql`${cursor.id}::uuid`] }: Place,
): RawBuilder<boolean> {
  const { value } = cursor;
  const isOfGroup = (cursor.group === undefined) === (group === undefined);
  if (cursor.sort !== sort || !isOfGroup || !isValueOf(type, value)) {
    const message = 'This is no page of the list';
    throw new ServiceError('VALIDATION', message, { cursor: message });
  }
  const sorted = typeof column === 'string' ? sql.ref(column) : column;
  const isBehindInGroup = sql<boolean>`
    (${sorted}, ${sql.ref(id[0])}) ${signOf(direction)} (${value}::${sql.raw(type)}, ${id[1]})
  `;
  if (!group) return isBehindInGroup;
  const grouped = sql.ref(group.column);
  const sign = signOf(group.direction);
  // Said twice, because an index begins at a bound and not at an alternative.
  return sql<boolean>`
    ${grouped} ${sign}= ${cursor.group} and (${grouped} ${sign} ${cursor.group} or ${isBehindInGroup})
  `;
}

function signOf(direction: Direction): RawBuilder<unknown> {
  return sql.raw(direction === 'desc' ? '<' : '>');
}

/** Splits the rows of a query that asked for one more than `limit` into the page and whether there are more. */
export function takePage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? formatCursor(cursorOf(last)) : null };
}
