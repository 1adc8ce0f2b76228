import { type Kysely, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/admin.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { pruneTrafficHistory, makeLogPartitions } from './index.ts';
import type { DB } from '#server/db/types.ts';

const NOW = new Date('2026-06-30T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'ddos_request_logs'::regclass and relname <> 'ddos_request_logs_default'
  `.execute(database.db);
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(database.db);
  await sql`truncate ddos_request_logs, security_events, ip_security_rules`.execute(database.db);
});

function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * DAY_MS);
}

async function log(db: Kysely<DB>, ...instants: (Date | string)[]): Promise<void> {
  await db
    .insertInto('ddosRequestLogs')
    .values(
      instants.map((createdAt) => ({
        createdAt: new Date(createdAt),
        ipAddress: '203.0.113.9',
        endpoint: '/',
        responseStatus: 200,
      })),
    )
    .execute();
}

async function countByTable(db: Kysely<DB> = database.db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*) as count
    from ddos_request_logs group by 1 order by 1
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe('makeLogPartitions', () => {
  it('makes today and three days ahead once, and they take the entries', async () => {
    const days = ['2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03'];
    expect(await makeLogPartitions(database.db, NOW)).toEqual(days);
    expect(await makeLogPartitions(database.db, NOW)).toEqual([]);
    await log(
      database.db,
      '2026-06-30T00:00:00Z',
      '2026-06-30T23:59:59.999Z',
      '2026-07-01T00:00:00Z',
    );
    await log(database.db, '2026-07-03T23:59:59.999Z');
    expect(await countByTable()).toEqual({
      ddos_request_logs_20260630: 2,
      ddos_request_logs_20260701: 1,
      ddos_request_logs_20260703: 1,
    });
  });

  it('moves what the default partition has taken, keeping every entry as it was', async () => {
    await log(
      database.db,
      '2026-06-29T23:59:59.999Z',
      '2026-06-30T00:00:00Z',
      '2026-07-01T08:00:00Z',
    );
    await log(database.db, '2026-05-02T08:00:00Z');
    const read = () =>
      database.db.selectFrom('ddosRequestLogs').selectAll().orderBy('id').execute();
    const before = await read();
    const made = await makeLogPartitions(database.db, NOW);
    expect(new Set(made)).toEqual(
      new Set(['2026-05-02', '2026-06-29', '2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03']),
    );
    expect(await read()).toEqual(before);
    expect(await countByTable()).toEqual({
      ddos_request_logs_20260502: 1,
      ddos_request_logs_20260629: 1,
      ddos_request_logs_20260630: 1,
      ddos_request_logs_20260701: 1,
    });
    await log(database.db, '2026-06-30T10:00:00Z');
    const ids = (await read()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });

  it('is right after a month of downtime', async () => {
    await makeLogPartitions(database.db, daysAgo(40));
    await makeLogPartitions(database.db, NOW);
    await log(database.db, NOW, new Date(NOW.getTime() + DAY_MS));
    expect(Object.keys(await countByTable())).toEqual([
      'ddos_request_logs_20260630',
      'ddos_request_logs_20260701',
    ]);
  });

  it('loses no entry that is written just then', async () => {
    const inserted = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const early = database.db.transaction().execute(async (tx) => {
      await log(tx, NOW);
      inserted.resolve();
      await mayCommit.promise;
    });
    await inserted.promise;
    const making = makeLogPartitions(database.db, NOW);
    const countPending = async () => {
      const { rows } = await sql`
        select 1 from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())
      `.execute(database.db);
      return rows.length;
    };
    await expect.poll(countPending).toBe(1);
    const late = log(database.db, NOW);
    await expect.poll(countPending).toBe(2);
    mayCommit.resolve();
    await Promise.all([early, making, late]);
    expect(await countByTable()).toEqual({ ddos_request_logs_20260630: 2 });
  });

  it('may run in several processes at once, while entries are written', async () => {
    await log(database.db, NOW, '2026-06-29T10:00:00Z');
    const writes = Promise.all(Array.from({ length: 50 }, () => log(database.db, NOW, daysAgo(1))));
    const made = await Promise.all(
      Array.from({ length: 4 }, () => makeLogPartitions(database.db, NOW)),
    );
    await writes;
    expect(made.flat().toSorted()).toEqual([
      '2026-06-29',
      '2026-06-30',
      '2026-07-01',
      '2026-07-02',
      '2026-07-03',
    ]);
    expect(await countByTable()).toEqual({
      ddos_request_logs_20260629: 51,
      ddos_request_logs_20260630: 51,
    });
  });
});

describe('keepTrafficHistory', () => {
  it('drops the days of the log that ended more than 30 days ago', async () => {
    await makeLogPartitions(database.db, daysAgo(33));
    await log(database.db, daysAgo(33), daysAgo(31), daysAgo(30), NOW, daysAgo(200));
    const changes = await pruneTrafficHistory(database.db, NOW);
    expect(changes.dropped.toSorted()).toEqual(['2026-05-28', '2026-05-29', '2026-05-30']);
    expect(await countByTable()).toEqual({
      ddos_request_logs_20260531: 1,
      ddos_request_logs_20260630: 1,
    });
    const again = await pruneTrafficHistory(database.db, NOW);
    expect(again).toEqual({ made: [], dropped: [], events: 0, blocks: 0 });
  });

  it('drops a day only once in several processes', async () => {
    await makeLogPartitions(database.db, daysAgo(60));
    const all = await Promise.all(
      Array.from({ length: 3 }, () => pruneTrafficHistory(database.db, NOW)),
    );
    expect(all.flatMap(({ made }) => made)).toHaveLength(4);
    expect(Object.keys(await countByTable())).toEqual([]);
    expect((await pruneTrafficHistory(database.db, NOW)).dropped).toEqual([]);
  });

  it('removes events after 90 days and rules of anybody 30 days after their end', async () => {
    const { id: createdBy } = await buildAdmin(database.db);
    const block = (expiresAt: Date | null, byAdmin = false) => ({
      id: uuidV7(),
      ipAddress: '203.0.113.9',
      ruleType: 'blacklist' as const,
      reason: '',
      expiresAt,
      createdBy: byAdmin ? createdBy : null,
    });
    const gone = [block(daysAgo(30.1)), block(daysAgo(300), true)];
    const retained = [block(daysAgo(29.9)), block(daysAgo(29.9), true), block(null, true)];
    await database.db
      .insertInto('ipSecurityRules')
      .values([...gone, ...retained])
      .execute();
    await database.db
      .insertInto('securityEvents')
      .values(
        [90.1, 120, 89.9, 0].map((days) => ({
          eventType: 'ddos_block',
          ipAddress: '203.0.113.9',
          threatScore: 80,
          createdAt: daysAgo(days),
        })),
      )
      .execute();

    const { events, blocks } = await pruneTrafficHistory(database.db, NOW);
    expect([events, blocks]).toEqual([2, 2]);
    const rules = await database.db.selectFrom('ipSecurityRules').select('id').execute();
    expect(new Set(rules.map(({ id }) => id))).toEqual(new Set(retained.map(({ id }) => id)));
    const left = await database.db
      .selectFrom('securityEvents')
      .select('createdAt')
      .orderBy('createdAt')
      .execute();
    expect(left).toEqual([{ createdAt: daysAgo(89.9) }, { createdAt: NOW }]);
  });

  it('does not have the rules read anew when no block is due', async () => {
    const versions = () =>
      database.db.selectFrom('tableVersions').selectAll().orderBy('name').execute();
    const before = await versions();
    await pruneTrafficHistory(database.db, NOW);
    expect(await versions()).toEqual(before);
  });
});
