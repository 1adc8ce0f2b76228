import { parseJson } from '#shared/lib/parse-json.ts';
import { sql, type RawBuilder } from 'kysely';
import { ServiceError } from '#server/core/errors.ts';

/** Position after the last row of a page: its sort value and id, the sort of the list, and the group of the row. */
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
// PostgreSQL rejects the year 0.
const INSTANT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const POSITION = /^\d{1,10}$/;
const MAX_VALUE = 300;

export function formatCursor({ value, id, sort, group }: Cursor): string {
  const parts = [value, id, sort, group].filter((part) => part !== undefined);
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

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

export function readSort(sort: string): { column: string; direction: Direction } {
  return sort.startsWith('-')
    ? { column: sort.slice(1), direction: 'desc' }
    : { column: sort, direction: 'asc' };
}

type Place = {
  column: string | RawBuilder<unknown>;
  type: ColumnType;
  direction: Direction;
  sort?: string;
  group?: { column: string; direction: Direction } | undefined;
  /** Tie-breaker and its value; the id by default. */
  id?: readonly [column: string, value: RawBuilder<unknown>];
};

function isValueOf(type: ColumnType, value: string): boolean {
  if (type === 'text') return true;
  if (type === 'bigint') return POSITION.test(value);
  const instant = type === 'date' ? `${value}T00:00:00.000Z` : value;
  const time = INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === instant;
}

/** Condition for the rows after a cursor: one row comparison, which an index serves. Rejects cursors of other lists. */
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
  // The redundant bound lets an index start there.
  return sql<boolean>`
    ${grouped} ${sign}= ${cursor.group} and (${grouped} ${sign} ${cursor.group} or ${isBehindInGroup})
  `;
}

function signOf(direction: Direction): RawBuilder<unknown> {
  return sql.raw(direction === 'desc' ? '<' : '>');
}

/** Expects one row more than `limit`. */
export function takePage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? formatCursor(cursorOf(last)) : null };
}
