import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { buildServiceContext, createTestStorage } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createReadinessCheck, rehearseEnquiries } from './index.ts';

const TABLES = ['orders', 'contact_messages', 'conversations', 'outbox_mails'] as const;
/** In an hour, at one every five seconds. */
const PROBES = 720;
const MIB = 2 ** 20;

const files = await createTestStorage();
afterAll(() => files.destroy());

async function setUp() {
  const test = await createTestDatabase();
  const database = createDatabase({ connection: test.url, poolSize: 2 });
  const parts = { resources: buildServiceContext(test.db, files.storage), log: createTestLog() };
  const options = { connection: test.url, lockTimeoutMs: 100 };
  return {
    test,
    parts,
    /** Asks without an earlier result. */
    isReady: () => createReadinessCheck({ database, options, ...parts })(),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await test.destroy();
    },
  };
}

type Size = { heap: number; total: number; rows: number };

async function measure({ db }: TestDatabase): Promise<Size[]> {
  const sizes = TABLES.map(async (table) => {
    const { rows } = await sql<Size>`
      select pg_table_size(${table}::text::regclass)::int as heap,
        pg_total_relation_size(${table}::text::regclass)::int as total,
        (select count(*)::int from ${sql.table(table)}) as rows
    `.execute(db);
    return rows;
  });
  return (await Promise.all(sizes)).flat();
}

it('stores nothing, and an hour of it leaves little that the next vacuum removes', async () => {
  await using site = await setUp();
  const { test, parts } = site;
  const before = await measure(test);
  for (let probe = 0; probe < PROBES; probe += 1) {
    expect(await rehearseEnquiries(test.db, parts)).toBe(true);
  }
  const after = await measure(test);
  expect(after.map(({ rows }) => rows)).toEqual([0, 0, 0, 0]);
  const sum = (sizes: { total: number }[]) => sizes.reduce((all, { total }) => all + total, 0);
  expect(sum(after) - sum(before)).toBeLessThan(6 * MIB);
  for (const table of TABLES) await sql`vacuum ${sql.table(table)}`.execute(test.db);
  const cleaned = await measure(test);
  for (const [index, { heap }] of cleaned.entries()) {
    expect(heap - (before[index]?.heap ?? 0), TABLES[index]).toBeLessThan(64 * 1024);
  }
  const { rows: vacuumed } = await sql<{ relname: string }>`
    select relname from pg_class where 'autovacuum_vacuum_threshold=500' = any(reloptions)
  `.execute(test.db);
  expect(vacuumed.map(({ relname }) => relname).toSorted()).toEqual([...TABLES].toSorted());
});

it.for([
  ['a table that the role may not write to', 'drop table outbox_mails cascade'],
  [
    'a function that fails',
    `create or replace function lock_order_attachments(uuid) returns setof order_attachments
      language plpgsql as $$ begin raise 'could not load library'; end $$`,
  ],
  [
    'a trigger that fails when the row is written',
    `create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger fail after insert on conversations for each row execute function fail()`,
  ],
  ['a database that takes no writes', 'alter table contact_messages rename to away'],
])('fails by what would fail for a visitor: %s', async ([, fault = '']) => {
  await using site = await setUp();
  expect(await site.isReady()).toBe(true);
  await sql.raw(fault.replace('(uuid)', '(form_key_val uuid)')).execute(site.test.db);
  expect(await site.isReady()).toBe(false);
});

it('fails while one of its tables is locked', async () => {
  await using site = await setUp();
  for (const table of TABLES) {
    await site.test.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      expect(await site.isReady(), table).toBe(false);
    });
    expect(await site.isReady()).toBe(true);
  }
});
