import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createDatabase, toClientConfig, type Database } from './client.ts';

let test: TestDatabase;
let database: Database;
const warn = vi.fn<(fields: Record<string, unknown>, message: string) => void>();

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase({
    connection: toClientConfig(test.url),
    poolSize: 2,
    statementTimeoutMs: 300,
    log: { warn },
  });
});

afterAll(async () => {
  await database.destroy();
  await test.destroy();
});

describe('createDatabase', () => {
  it('reads counts and bigints as numbers and instants as dates', async () => {
    const row = await database.db
      .selectFrom('tableVersions')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<number>`sum(version)::bigint`.as('sum'),
        sql<Date>`timestamptz '2025-01-02 03:04:05.678+03'`.as('at'),
      ])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      count: 8,
      sum: expect.any(Number),
      at: new Date('2025-01-02T00:04:05.678Z'),
    });
  });

  it('refuses a bigint that a number cannot hold', async () => {
    const query = sql`select 9007199254740993::bigint as value`.execute(database.db);
    await expect(query).rejects.toThrow('9007199254740993 is too large for a number');
  });

  it('keeps the names inside JSON and turns column names into camel case', async () => {
    const { rows } = await sql<{ someColumn: unknown }>`
      select '{"inner_key":1}'::jsonb as some_column
    `.execute(database.db);
    expect(rows).toEqual([{ someColumn: { inner_key: 1 } }]);
  });

  it('ends a statement that takes too long', async () => {
    const query = sql`select pg_sleep(5)`.execute(database.db);
    await expect(query).rejects.toMatchObject({ code: '57014' });
  });

  it('survives the loss of an idle connection', async () => {
    await sql`select 1`.execute(database.db);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'vitrin' and pid <> pg_backend_pid()
    `.execute(test.db);
    await expect.poll(() => warn).toHaveBeenCalled();
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  describe('prepared statements', () => {
    const prepared = () =>
      sql<{ statement: string; generic: number }>`
        select statement, generic_plans as generic from pg_prepared_statements
      `.execute(database.db);

    it('are parsed once for a connection, and never for what is not asked in that way', async () => {
      await database.preparedDb.connection().execute(async (db) => {
        for (let round = 0; round < 3; round += 1) {
          await db.selectFrom('tableVersions').select('name').where('name', '=', 'faqs').execute();
        }
        const { rows } = await sql<{ statement: string }>`
          select statement from pg_prepared_statements
        `.execute(db);
        const own = rows.filter(({ statement }) => statement.includes('"table_versions"'));
        expect(own).toHaveLength(1);
      });
      const { rows } = await prepared();
      expect(rows.map(({ statement }) => statement)).not.toContainEqual(
        expect.stringContaining('generic_plans'),
      );
    });

    it('are made anew when their table has changed meanwhile', async () => {
      await sql`create table changing (id integer)`.execute(test.db);
      const read = () => sql`select * from changing`.execute(database.preparedDb);
      // Both connections know it.
      await Promise.all([read(), read(), read(), read()]);
      await sql`alter table changing add column name text`.execute(test.db);
      await sql`insert into changing values (1, 'new')`.execute(test.db);
      await Promise.allSettled([read(), read(), read(), read()]);
      expect((await read()).rows).toEqual([{ id: 1, name: 'new' }]);
      await sql`drop table changing`.execute(test.db);
    });
  });
});
