import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createDatabase, type Database } from './client.ts';
import { limitStatements } from './statement-limit.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase({ connection: test.url, poolSize: 1 });
});
afterAll(async () => {
  await database.destroy();
  await test.destroy();
});

async function backend(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  return rows[0]?.pid ?? 0;
}

it('ends a statement that is over its limit in the server, and keeps the connection', async () => {
  const before = await backend();
  const hung = limitStatements(100, () => sql`select pg_sleep(60)`.execute(database.db));
  await expect(hung).rejects.toMatchObject({ code: '57014' });
  for (let index = 0; index < 20; index += 1) expect(await backend()).toBe(before);
});

it('ends no other statement', async () => {
  const { rows } = await limitStatements(5_000, () => sql`select 1 as one`.execute(database.db));
  expect(rows).toEqual([{ one: 1 }]);
  await sql`select pg_sleep(0.2)`.execute(database.db);
});

it('keeps to a limit that another copy of this module sets, as the build has one', async () => {
  const path = './statement-limit.ts?copy';
  const copy = (await import(path)) as { limitStatements: typeof limitStatements };
  expect(copy.limitStatements).not.toBe(limitStatements);
  const started = performance.now();
  const hung = copy.limitStatements(100, () => sql`select pg_sleep(60)`.execute(database.db));
  await expect(hung).rejects.toMatchObject({ code: '57014' });
  // The connection's own limit ends it after five seconds.
  expect(performance.now() - started).toBeLessThan(3_000);
});
