import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { findUnavailability } from '#server/core/errors.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startDatabaseProxy } from './database-proxy.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.destroy());

it.each(['a query', 'a transaction'])(
  'fails %s under way when its connection is lost, and nothing else',
  async (work) => {
    const proxy = await startDatabaseProxy(test.url);
    const { db, destroy } = createDatabase({ connection: proxy.url, poolSize: 1 });
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', note);
    try {
      await sql`select 1`.execute(db);
      const wait = sql`select pg_sleep(10)`;
      const failed = (
        work === 'a query' ? wait.execute(db) : db.transaction().execute((tx) => wait.execute(tx))
      ).then(
        () => null,
        (error: unknown) => error,
      );
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity
            where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()
          `.execute(test.db);
          return rows.length;
        })
        .toBeGreaterThan(0);
      await proxy.cut();
      expect(findUnavailability(await failed)).toBe('unreachable');
      await proxy.restore();
      await sql`select 1`.execute(db);
      expect(uncaught).toEqual([]);
    } finally {
      process.off('uncaughtException', note);
      await destroy();
      await proxy.stop();
    }
  },
);
