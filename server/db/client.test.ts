import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { it } from '#tests/support/fixtures.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createDatabase, type Database } from './client.ts';
import { canWrite } from './readiness.ts';

let test: TestDatabase;
let database: Database;
const warn = vi.fn<(fields: Record<string, unknown>, message: string) => void>();

it.beforeAll(({ database: own }) => {
  test = own;
  const log = createTestLog({ warn });
  database = createDatabase({ connection: own.url, poolSize: 2, statementTimeoutMs: 300, log });
});
afterAll(() => database.destroy());

describe('createDatabase', () => {
  it('reads numbers and instants as such, and turns names outside JSON into camel case', async () => {
    const { rows } = await sql`
      select count(*), sum(version)::bigint, timestamptz '2025-01-02 03:04:05.678+03' as at,
        '{"inner_key":1}'::jsonb as some_column
      from table_versions
    `.execute(database.db);
    const count = expect.any(Number);
    const at = new Date('2025-01-02T00:04:05.678Z');
    expect(rows).toEqual([{ count, sum: count, at, someColumn: { inner_key: 1 } }]);
    const tooLarge = sql`select 9007199254740993::bigint as value`.execute(database.db);
    await expect(tooLarge).rejects.toThrow('9007199254740993 is too large for a number');
  });

  it('ends a statement that takes too long, and survives the loss of an idle connection', async () => {
    const query = sql`select pg_sleep(5)`.execute(database.db);
    await expect(query).rejects.toMatchObject({ code: '57014' });
    await sql`select 1`.execute(database.db);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'vitrin' and pid <> pg_backend_pid()
    `.execute(test.db);
    await expect.poll(() => warn).toHaveBeenCalled();
    await sql`select 1`.execute(database.db);
  });

  it('runs a statement again that was chosen to end a deadlock', async () => {
    const reader = createDatabase({ connection: test.url });
    onTestFinished(() => reader.destroy());
    const lock = (tx: typeof test.db, table: string) =>
      sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    const findPending = () =>
      sql`select from pg_locks where not granted and relation = 'orders'::regclass`.execute(
        test.db,
      );
    const { reading } = await test.db.transaction().execute(async (tx) => {
      await lock(tx, 'orders');
      const reading = sql`select count(*) from conversations, orders`.execute(reader.db);
      await expect.poll(async () => (await findPending()).rows).toHaveLength(1);
      // It has waited longer, and so is the one that finds the deadlock.
      await lock(tx, 'conversations');
      return { reading };
    });
    expect((await reading).rows).toHaveLength(1);
  });

  describe('after a failover', () => {
    const write = () => sql`update table_versions set version = version`.execute(database.db);

    beforeEach(async () => {
      await database.destroy();
      database = createDatabase({ connection: test.url, poolSize: 3 });
    });

    it('uses none of the connections that lead to the server which takes no writes', async () => {
      const name = sql.id(new URL(test.url).pathname.slice(1));
      await sql`alter database ${name} set default_transaction_read_only = on`.execute(test.db);
      await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.2)`.execute(database.db)));
      expect(database.pool.totalCount).toBe(3);
      expect(await canWrite(database)).toBe(false);
      await sql`alter database ${name} reset default_transaction_read_only`.execute(test.db);
      // Whichever it gets: the probe has met one of them.
      for (let round = 0; round < 3; round += 1) await write();
      expect(await canWrite(database)).toBe(true);
    });

    it('gives up the others as well when one was ended', async () => {
      const pid = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.2)`;
      const before = await Promise.all([1, 2, 3].map(() => pid().execute(database.db)));
      const old = before.map(({ rows }) => rows[0]?.pid);
      const failed = database.db.connection().execute(async (db) => {
        const [own] = (await pid().execute(db)).rows;
        await sql`select pg_terminate_backend(${own?.pid ?? 0})`.execute(test.db);
        await sql`select 1`.execute(db);
      });
      await expect(failed).rejects.toThrow();
      const after = await Promise.all([1, 2, 3].map(() => pid().execute(database.db)));
      for (const { rows } of after) expect(old).not.toContain(rows[0]?.pid);
    });
  });

  it('takes no writes for granted while its disk is full', async () => {
    await sql`
      create function be_full() returns trigger language plpgsql as
        $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$
    `.execute(test.db);
    await sql`
      create trigger be_full before insert on faqs for each statement execute function be_full()
    `.execute(test.db);
    expect(await canWrite(database)).toBe(true);
    const write = sql`insert into faqs (id, question, answer) values (gen_random_uuid(), 'a', 'b')`;
    await expect(write.execute(database.db)).rejects.toMatchObject({ code: '53100' });
    expect(await canWrite(database)).toBe(false);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
    expect(await canWrite(database)).toBe(true);
    vi.restoreAllMocks();
  });

  describe('prepared statements', () => {
    it('are parsed once for a connection, and never for what is not asked in that way', async () => {
      const read = async (db: typeof test.db, note: string) => {
        const query = `select statement from pg_prepared_statements -- ${note}`;
        return JSON.stringify((await sql.raw(query).execute(db)).rows);
      };
      await database.preparedDb.connection().execute(async (db) => {
        for (let round = 0; round < 3; round += 1) {
          await db.selectFrom('tableVersions').select('name').where('name', '=', 'faqs').execute();
        }
        expect((await read(db, 'inside')).match(/from \\"table_versions/g)).toHaveLength(1);
      });
      expect(await read(database.db, 'outside')).not.toContain('outside');
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
    });
  });
});
