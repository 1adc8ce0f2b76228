import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { DB } from '#server/db/types.ts';

type Table = keyof DB;
type Where<T extends Table> = Partial<Selectable<DB[T]>>;

// The parameters name the columns of each table: Kysely's own types do not follow a variable table.
const untyped = (db: Kysely<DB>) => db as unknown as Kysely<{ table: Record<string, unknown> }>;

/** The columns in which a row of a test differs from the others. */
export type Changes<T extends Table> = Partial<Insertable<DB[T]>>;

/** Inserts a row and returns it. */
export async function insertRow<T extends Table>(
  db: Kysely<DB>,
  table: T,
  row: Insertable<DB[T]>,
): Promise<Selectable<DB[T]>> {
  const rows = untyped(db).insertInto(table as 'table');
  return (await rows.values(row).returningAll().executeTakeFirstOrThrow()) as Selectable<DB[T]>;
}

export async function insertRows<T extends Table>(
  db: Kysely<DB>,
  table: T,
  rows: Insertable<DB[T]> | readonly Insertable<DB[T]>[],
): Promise<void> {
  const into = untyped(db).insertInto(table as 'table');
  await into.values(rows).execute();
}

export async function updateRows<T extends Table>(
  db: Kysely<DB>,
  table: T,
  where: Where<T>,
  changes: Updateable<DB[T]>,
): Promise<void> {
  const rows = untyped(db).updateTable(table as 'table');
  await rows
    .set(changes)
    .where((columns) => columns.and(where))
    .execute();
}

/** The named columns of the rows that match, or all columns; in no order unless a column is given. */
export async function readRows<T extends Table, C extends keyof Selectable<DB[T]> & string>(
  db: Kysely<DB>,
  table: T,
  columns: readonly C[] | '*',
  where: Where<T> = {},
  orderBy?: keyof Selectable<DB[T]> & string,
): Promise<Pick<Selectable<DB[T]>, C>[]> {
  const from = untyped(db).selectFrom(table as 'table');
  const rows = columns === '*' ? from.selectAll() : from.select([...columns]);
  const matching = rows.where((each) => each.and(where));
  const found = await (orderBy ? matching.orderBy(orderBy) : matching).execute();
  return found as Pick<Selectable<DB[T]>, C>[];
}

/** The columns of the first row that matches; throws where none does. */
export async function readRow<T extends Table, C extends keyof Selectable<DB[T]> & string>(
  db: Kysely<DB>,
  table: T,
  columns: readonly C[] | '*',
  where: Where<T> = {},
): Promise<Pick<Selectable<DB[T]>, C>> {
  const [row] = await readRows(db, table, columns, where);
  if (!row) throw new Error(`no row of ${table}`);
  return row;
}
