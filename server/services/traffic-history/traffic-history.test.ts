import { type Kysely, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { buildAdmin } from '#tests/support/admin.ts';
import { pruneTrafficHistory, makeLogPartitions } from './index.ts';
import type { DB } from '#server/db/types.ts';
import { it } from '#tests/support/fixtures.ts';
import { insertRows } from '#tests/support/database/rows.ts';

const NOW = new Date('2026-06-30T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1_000;

it.beforeEach(async ({ db }) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'ddos_request_logs'::regclass and relname <> 'ddos_request_logs_default'
  `.execute(db);
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db);
  await sql`truncate ddos_request_logs, security_events, ip_security_rules`.execute(db);
});

function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * DAY_MS);
}

async function log(db: Kysely<DB>, ...instants: (Date | string)[]): Promise<void> {
  await insertRows(
    db,
    'ddosRequestLogs',
    instants.map((createdAt) => ({
      createdAt: new Date(createdAt),
      ipAddress: '203.0.113.9',
      endpoint: '/',
      responseStatus: 200,
    })),
  );
}

async function countByTable(db: Kysely<DB>): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*) as count
    from ddos_request_logs group by 1 order by 1
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe('makeLogPartitions', () => {
  it('makes today and three days ahead once, and they take the entries', async ({ db }) => {
    const days = ['2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03'];
    expect(await makeLogPartitions(db, NOW)).toEqual(days);
    expect(await makeLogPartitions(db, NOW)).toEqual([]);
    await log(db, '2026-06-30T00:00:00Z', '2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00Z');
    await log(db, '2026-07-03T23:59:59.999Z');
    expect(await countByTable(db)).toEqual({
      ddos_request_logs_20260630: 2,
      ddos_request_logs_20260701: 1,
      ddos_request_logs_20260703: 1,
    });
  });

  it('moves entries out of the default partition unchanged', async ({ db }) => {
    await log(db, '2026-06-29T23:59:59.999Z', '2026-06-30T00:00:00Z', '2026-07-01T08:00:00Z');
    await log(db, '2026-05-02T08:00:00Z');
    const read = () => db.selectFrom('ddosRequestLogs').selectAll().orderBy('id').execute();
    const before = await read();
    const made = await makeLogPartitions(db, NOW);
    expect(new Set(made)).toEqual(
      new Set(['2026-05-02', '2026-06-29', '2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03']),
    );
    expect(await read()).toEqual(before);
    expect(await countByTable(db)).toEqual({
      ddos_request_logs_20260502: 1,
      ddos_request_logs_20260629: 1,
      ddos_request_logs_20260630: 1,
      ddos_request_logs_20260701: 1,
    });
    await log(db, '2026-06-30T10:00:00Z');
    const ids = (await read()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });

  it('is right after a month of downtime', async ({ db }) => {
    await makeLogPartitions(db, daysAgo(40));
    await makeLogPartitions(db, NOW);
    await log(db, NOW, new Date(NOW.getTime() + DAY_MS));
    expect(Object.keys(await countByTable(db))).toEqual([
      'ddos_request_logs_20260630',
      'ddos_request_logs_20260701',
    ]);
  });

  it('loses no entry that is written just then', async ({ db }) => {
    const inserted = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const early = db.transaction().execute(async (tx) => {
      await log(tx, NOW);
      inserted.resolve();
      await mayCommit.promise;
    });
    await inserted.promise;
    const making = makeLogPartitions(db, NOW);
    const countPending = async () => {
      const { rows } = await sql`
        select 1 from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())
      `.execute(db);
      return rows.length;
    };
    await expect.poll(countPending).toBe(1);
    const late = log(db, NOW);
    await expect.poll(countPending).toBe(2);
    mayCommit.resolve();
    await Promise.all([early, making, late]);
    expect(await countByTable(db)).toEqual({ ddos_request_logs_20260630: 2 });
  });

  it('may run in several processes at once, while entries are written', async ({ db }) => {
    await log(db, NOW, '2026-06-29T10:00:00Z');
    const writes = Promise.all(Array.from({ length: 50 }, () => log(db, NOW, daysAgo(1))));
    const made = await Promise.all(Array.from({ length: 4 }, () => makeLogPartitions(db, NOW)));
    await writes;
    expect(made.flat().toSorted()).toEqual([
      '2026-06-29',
      '2026-06-30',
      '2026-07-01',
      '2026-07-02',
      '2026-07-03',
    ]);
    expect(await countByTable(db)).toEqual({
      ddos_request_logs_20260629: 51,
      ddos_request_logs_20260630: 51,
    });
  });
});

describe('keepTrafficHistory', () => {
  it('drops the days of the log that ended more than 30 days ago', async ({ db }) => {
    await makeLogPartitions(db, daysAgo(33));
    await log(db, daysAgo(33), daysAgo(31), daysAgo(30), NOW, daysAgo(200));
    const changes = await pruneTrafficHistory(db, NOW);
    expect(changes.dropped.toSorted()).toEqual(['2026-05-28', '2026-05-29', '2026-05-30']);
    expect(await countByTable(db)).toEqual({
      ddos_request_logs_20260531: 1,
      ddos_request_logs_20260630: 1,
    });
    const again = await pruneTrafficHistory(db, NOW);
    expect(again).toEqual({ made: [], dropped: [], events: 0, blocks: 0 });
  });

  it('drops a day only once in several processes', async ({ db }) => {
    await makeLogPartitions(db, daysAgo(60));
    const all = await Promise.all(Array.from({ length: 3 }, () => pruneTrafficHistory(db, NOW)));
    expect(all.flatMap(({ made }) => made)).toHaveLength(4);
    expect(Object.keys(await countByTable(db))).toEqual([]);
    expect((await pruneTrafficHistory(db, NOW)).dropped).toEqual([]);
  });

  it('removes events after 90 days, ended rules after 30', async ({ db }) => {
    const { id: createdBy } = await buildAdmin(db);
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
    await insertRows(db, 'ipSecurityRules', [...gone, ...retained]);
    await insertRows(
      db,
      'securityEvents',
      [90.1, 120, 89.9, 0].map((days) => ({
        eventType: 'ddos_block',
        ipAddress: '203.0.113.9',
        threatScore: 80,
        createdAt: daysAgo(days),
      })),
    );

    const { events, blocks } = await pruneTrafficHistory(db, NOW);
    expect([events, blocks]).toEqual([2, 2]);
    const rules = await db.selectFrom('ipSecurityRules').select('id').execute();
    expect(new Set(rules.map(({ id }) => id))).toEqual(new Set(retained.map(({ id }) => id)));
    const left = await db
      .selectFrom('securityEvents')
      .select('createdAt')
      .orderBy('createdAt')
      .execute();
    expect(left).toEqual([{ createdAt: daysAgo(89.9) }, { createdAt: NOW }]);
  });

  it('does not have the rules read anew when no block is due', async ({ db }) => {
    const versions = () => db.selectFrom('tableVersions').selectAll().orderBy('name').execute();
    const before = await versions();
    await pruneTrafficHistory(db, NOW);
    expect(await versions()).toEqual(before);
  });
});
