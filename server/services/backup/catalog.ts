import type { ClientBase } from 'pg';
import { isIncluded, orderTables } from './tables.ts';

const OWN = ['kysely_migration', 'kysely_migration_lock', 'restore_steps'];

export type TableColumns = { name: string; columns: string[]; bytes: number };

export async function readTableNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> all ($1) order by relname`,
    [OWN],
  );
  return rows.map(({ name }) => name);
}

/** Included tables, each after those that it references, with their non-generated columns. */
export async function readIncludedTables(client: ClientBase): Promise<TableColumns[]> {
  const names = (await readTableNames(client)).filter(isIncluded);
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select source.relname as "from", target.relname as "to" from pg_constraint
     join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  const { rows } = await client.query<TableColumns>(
    `select relname as name, pg_table_size(pg_class.oid)::float8 as bytes,
       array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relname = any ($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by pg_class.oid`,
    [names],
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  return orderTables(names, references).flatMap((name) => found.get(name) ?? []);
}

export async function hasUnfinishedRestore(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('restore_steps') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

export async function readMigrations(client: ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('kysely_migration') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  return rows.map(({ name }) => name);
}
