import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { findUnavailability } from '#server/core/errors.ts';
import { createDatabase } from '#server/db/client.ts';
import { it } from '#tests/support/fixtures.ts';
import { startDatabaseProxy } from './database-proxy.ts';

it.for(['a query', 'a transaction'])(
  'fails %s under way when its connection is lost, and nothing else',
  async (work, { database, db }) => {
    const proxy = await startDatabaseProxy(database.url);
    onTestFinished(() => proxy.stop());
    const lost = createDatabase({ connection: proxy.url, poolSize: 1 });
    onTestFinished(() => lost.destroy());
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    await sql`select 1`.execute(lost.db);
    const wait = sql`select pg_sleep(10)`;
    const failed = (
      work === 'a query'
        ? wait.execute(lost.db)
        : lost.db.transaction().execute((tx) => wait.execute(tx))
    ).then(
      () => null,
      (error: unknown) => error,
    );
    const findSleeping = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()
      `.execute(db);
      return rows;
    };
    await expect.poll(findSleeping).not.toEqual([]);
    await proxy.cut();
    expect(findUnavailability(await failed)).toBe('unreachable');
    await proxy.restore();
    await sql`select 1`.execute(lost.db);
    expect(uncaught).toEqual([]);
  },
);
