import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '#server/context/context.ts';
import { type Cursor, type Direction, isBehind, readSort } from '#server/db/keyset.ts';
import { hasPhone, hasWords } from '#server/lib/sql-text.ts';
import { findUnavailability, ServiceError } from '#server/core/errors.ts';
import { idEndOf } from '#shared/messages/reference.ts';
import { LEAD_LIST_MESSAGES } from '#shared/leads/messages.ts';

export type LeadTable = 'orders' | 'contactMessages';

export type LeadFilter = {
  search?: string | undefined;
  status?: string | undefined;
  isSuspect?: boolean | undefined;
};

type Query = LeadFilter & {
  table: LeadTable;
  sort: string;
  cursor?: Cursor | undefined;
  limit: number;
};

const WINDOW = 2_000;
const WINDOW_PER_ROW = 40;

type Sort = {
  column: string;
  direction: Direction;
  group?: { column: string; direction: Direction };
};

/** Leads of one status sort in the opposite time direction, so that one index serves both. */
export function sortOf(sort: string): Sort {
  const named = readSort(sort);
  if (named.column !== 'status') return named;
  const direction = named.direction === 'desc' ? 'asc' : 'desc';
  return { column: 'created_at', direction, group: named };
}

export function buildOrderBy(sort: string): RawBuilder<unknown> {
  const { column, direction, group } = sortOf(sort);
  const keys = [...(group ? [group] : []), { column, direction }, { column: 'id', direction }];
  return sql.join(keys.map((key) => sql`${sql.ref(key.column)} ${sql.raw(key.direction)}`));
}

/** Matches the search text, the phone number or the reference of the source message. `prefix`: table alias with a dot. */
export function isFound(search: string, table: LeadTable, prefix = ''): RawBuilder<boolean> {
  const conditions = [hasWords(search, sql.ref(`${prefix}search_text`))];
  if (table === 'orders') conditions.push(hasPhone(search, sql.ref(`${prefix}phone`)));
  const idEnd = idEndOf(search);
  if (idEnd !== null) {
    const id = sql.ref(`${prefix}id`);
    conditions.push(
      table === 'contactMessages'
        ? endsWith(id, idEnd)
        : sql`${id} in (select order_id from conversations where ${endsWith(sql.ref('message_id'), idEnd)})`,
    );
  }
  return sql`(${sql.join(conditions, sql` or `)})`;
}

function endsWith(id: RawBuilder<unknown>, end: string): RawBuilder<boolean> {
  return sql`right(${id}::text, ${end.length}) = ${end}`;
}

function allOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Pending leads count as new, as on the overview. */
function hasStatus(status: string): RawBuilder<boolean> {
  return status === 'new' ? sql`status in ('new', 'pending')` : sql`status = ${status}`;
}

function conditionsOf({ status, isSuspect }: LeadFilter): RawBuilder<boolean>[] {
  return [
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...(isSuspect === undefined
      ? []
      : [isSuspect ? sql<boolean>`is_suspect` : sql<boolean>`not is_suspect`]),
  ];
}

/** Matches the rows of a page and all after it; a search needs `findLeadIds`. */
export function buildPageCondition({
  sort,
  cursor,
  ...filter
}: Pick<Query, 'sort' | 'cursor'> & Omit<LeadFilter, 'search'>): RawBuilder<boolean> {
  const conditions = conditionsOf(filter);
  if (cursor) {
    const keys = sortOf(sort);
    const type = keys.column === 'created_at' ? 'timestamptz' : 'text';
    conditions.push(isBehind(cursor, { ...keys, type, sort }));
  }
  return allOf(conditions);
}

// Short searches have no index and can time out on very many rows.
async function inTime<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (findUnavailability(error) !== 'timeout') throw error;
    throw new ServiceError('UNAVAILABLE', LEAD_LIST_MESSAGES.searchTooSlow);
  }
}

export async function findLeadIds(
  tx: Database,
  { table, sort, cursor, limit, search, ...filter }: Query,
): Promise<string[]> {
  const source = sql.table(table);
  const { column } = sortOf(sort);
  const order = buildOrderBy(sort);
  const condition = buildPageCondition({ sort, cursor, ...filter });
  async function read(query: RawBuilder<{ id: string }>): Promise<string[]> {
    const { rows } = await inTime(query.execute(tx));
    return rows.map(({ id }) => id);
  }

  if (!search) {
    return read(sql`
      select id from ${source} where ${condition} order by ${order} limit ${limit}
    `);
  }
  // A frequent word fills the page from the next rows in order.
  const nearIds = await read(sql`
    select id from (
      select * from ${source} where ${condition}
      order by ${order} limit ${Math.max(WINDOW, limit * WINDOW_PER_ROW)}
    ) as near
    where ${isFound(search, table)} order by ${order} limit ${limit}
  `);
  if (nearIds.length === limit) return nearIds;
  // A rare word uses its own index: 'offset 0' keeps the planner from walking all rows in order.
  return read(sql`
    select id from (
      select id, ${sql.ref(column)}, status from ${source}
      where ${condition} and ${isFound(search, table)} offset 0
    ) as found
    order by ${order} limit ${limit}
  `);
}

/** Ordered, so that two bulk changes cannot deadlock. */
export async function lockLeads(
  tx: Transaction,
  { table, ids, search, ...filter }: LeadFilter & { table: LeadTable; ids: string[] },
): Promise<{ id: string; status: string }[]> {
  const conditions = [sql<boolean>`id = any(${ids}::uuid[])`, ...conditionsOf(filter)];
  if (search) conditions.push(isFound(search, table));
  const query = sql<{ id: string; status: string }>`
    select id, status from ${sql.table(table)} where ${allOf(conditions)} order by id for update
  `;
  const { rows } = await inTime(query.execute(tx));
  return rows;
}

export async function countLeads(
  tx: Database,
  { table, search, ...filter }: LeadFilter & { table: LeadTable },
): Promise<number> {
  const conditions = conditionsOf(filter);
  if (search) conditions.push(isFound(search, table));
  const query = sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where ${allOf(conditions)}
  `;
  const { rows } = await inTime(query.execute(tx));
  return rows[0]?.total ?? 0;
}
