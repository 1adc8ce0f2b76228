import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { findUnavailability } from '#server/core/errors.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { it } from '#tests/support/fixtures.ts';
import { createDatabase } from './client.ts';
import { createClient } from './servers.ts';

/** Two ways to one database, as if they were two servers. */
let one: DatabaseProxy;
let two: DatabaseProxy;
let url: string;

it.beforeAll(async ({ database }) => {
  [one, two] = (await Promise.all([1, 2].map(() => startDatabaseProxy(database.url)))) as [
    DatabaseProxy,
    DatabaseProxy,
  ];
  const parsed = new URL(one.url);
  parsed.search = 'target_session_attrs=read-write';
  url = parsed.href.replace(parsed.host, `${parsed.host},${new URL(two.url).host}`);
});
afterAll(() => Promise.all([one.stop(), two.stop()]));
beforeEach(() => {
  takeWrites(one, true);
  takeWrites(two, true);
});

/** A server that takes no writes says so, and rejects them. */
function takeWrites(server: DatabaseProxy, isWritable: boolean): void {
  server.evaluateWith((statement) =>
    !isWritable && /transaction_read_only|^update/.test(statement) ? '25006' : null,
  );
}

async function connect(): Promise<number> {
  const client = createClient(url, { application_name: 'vitrin-test' });
  await client.connect();
  await client.end();
  return client.port;
}

const portOf = (server: DatabaseProxy) => Number(new URL(server.url).port);

describe('createClient', () => {
  it('goes to the first server that takes writes, and waits for none that is silent', async () => {
    expect(await connect()).toBe(portOf(one));
    takeWrites(one, false);
    expect(await connect()).toBe(portOf(two));
    takeWrites(one, true);
    one.freeze();
    const started = performance.now();
    expect(await connect()).toBe(portOf(two));
    expect(performance.now() - started).toBeLessThan(1_000);
    await one.restore();
  });

  it('fails when there is none, and says of each why', async () => {
    takeWrites(one, false);
    await two.cut();
    const failed = await connect().catch((error: unknown) => error);
    expect(findUnavailability(failed)).toBe('read_only');
    expect(String(failed)).toContain('no database server takes writes');
    expect(String(failed)).toContain(`127.0.0.1:${portOf(two)}: connect ECONNREFUSED`);
    await two.restore();
  });
});

describe('a pool', () => {
  const write = () => sql`update table_versions set version = version`;

  it.each([
    ['is cut off', () => one.cut(), () => one.restore()],
    ['takes no more writes', () => Promise.resolve(takeWrites(one, false)), () => undefined],
  ])('goes to the other server when the one that it uses %s', async (_, lose, restore) => {
    const { db, pool, destroy } = createDatabase({ connection: url, poolSize: 3 });
    const portsOf = async () => {
      const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
      for (const client of clients) client.release();
      return new Set(clients.map((client) => (client as unknown as { port: number }).port));
    };
    try {
      await write().execute(db);
      expect(await portsOf()).toEqual(new Set([portOf(one)]));
      await lose();
      await write()
        .execute(db)
        .catch(() => undefined);
      for (let round = 0; round < 3; round += 1) await write().execute(db);
      await restore();
      await sql`select 1`.execute(db);
    } finally {
      await destroy();
    }
  });

  it('opens no connection twice where one server is named', async () => {
    const { db, destroy } = createDatabase({ connection: one.url, poolSize: 1 });
    const statements: string[] = [];
    one.evaluateWith((statement) => (statements.push(statement), null));
    await sql`select 1`.execute(db);
    expect(statements).toEqual(['select 1']);
    await destroy();
  });
});
