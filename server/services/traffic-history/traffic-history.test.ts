import type { Database } from '#server/context/context.ts';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { buildAdmin } from '#tests/support/admin.ts';
import { pruneTrafficHistory, makeLogPartitions } from './index.ts';
import { it } from '#tests/support/fixtures.ts';
import { countBlocked } from '#tests/support/database/blocked-statements.ts';
import { insertRows, readRows } from '#tests/support/database/rows.ts';

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

async function log(db: Database, ...instants: (Date | string)[]): Promise<void> {
  const request = { ipAddress: '203.0.113.9', endpoint: '/', responseStatus: 200 };
  const rows = instants.map((at) => ({ ...request, createdAt: new Date(at) }));
  await insertRows(db, 'ddosRequestLogs', rows);
}

async function countByTable(db: Database): Promise<Record<string, number>> {
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
    const ahead = ['2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03'];
    expect(made.toSorted()).toEqual(['2026-05-02', '2026-06-29', ...ahead]);
    expect(await read()).toEqual(before);
    expect(await countByTable(db)).toEqual({
      ddos_request_logs_20260502: 1,
      ddos_request_logs_20260629: 1,
      ddos_request_logs_20260630: 1,
      ddos_request_logs_20260701: 1,
    });
    await log(db, '2026-06-30T10:00:00Z');
    expect(new Set((await read()).map(({ id }) => id)).size).toBe(5);
  });

  it('loses no entry that is written just then', async ({ db }) => {
    const { making, late } = await db.transaction().execute(async (tx) => {
      await log(tx, NOW);
      const making = makeLogPartitions(db, NOW);
      await expect.poll(() => countBlocked(db)).toBe(1);
      const late = log(db, NOW);
      await expect.poll(() => countBlocked(db)).toBe(2);
      return { making, late };
    });
    await Promise.all([making, late]);
    expect(await countByTable(db)).toEqual({ ddos_request_logs_20260630: 2 });
  });

  it('may run in several processes at once, while entries are written', async ({ db }) => {
    await log(db, NOW, '2026-06-29T10:00:00Z');
    const writes = Promise.all(Array.from({ length: 50 }, () => log(db, NOW, daysAgo(1))));
    const made = await Promise.all(Array.from({ length: 4 }, () => makeLogPartitions(db, NOW)));
    await writes;
    const days = ['2026-06-29', '2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03'];
    expect(made.flat().toSorted()).toEqual(days);
    expect(await countByTable(db)).toEqual({
      ddos_request_logs_20260629: 51,
      ddos_request_logs_20260630: 51,
    });
  });
});

describe('keepTrafficHistory', () => {
  it('drops the days of the log that ended more than 30 days ago, once', async ({ db }) => {
    await makeLogPartitions(db, daysAgo(33));
    await log(db, daysAgo(33), daysAgo(31), daysAgo(30), NOW, daysAgo(200));
    const all = await Promise.all(Array.from({ length: 3 }, () => pruneTrafficHistory(db, NOW)));
    expect(all.flatMap(({ made }) => made)).toHaveLength(4);
    const dropped = new Set(all.flatMap((changes) => changes.dropped));
    expect([...dropped].toSorted()).toEqual(['2026-05-28', '2026-05-29', '2026-05-30']);
    const left = { ddos_request_logs_20260531: 1, ddos_request_logs_20260630: 1 };
    expect(await countByTable(db)).toEqual(left);
    const again = await pruneTrafficHistory(db, NOW);
    expect(again).toEqual({ made: [], dropped: [], events: 0, blocks: 0 });
  });

  it('removes events after 90 days, ended rules after 30', async ({ db }) => {
    const { id: createdBy } = await buildAdmin(db);
    const address = { ipAddress: '203.0.113.9' };
    const block = (expiresAt: Date | null, byAdmin = false) => ({
      ...address,
      id: uuidV7(),
      ruleType: 'blacklist' as const,
      reason: '',
      expiresAt,
      createdBy: byAdmin ? createdBy : null,
    });
    const gone = [block(daysAgo(30.1)), block(daysAgo(300), true)];
    const retained = [block(daysAgo(29.9)), block(daysAgo(29.9), true), block(null, true)];
    await insertRows(db, 'ipSecurityRules', [...gone, ...retained]);
    const events = [90.1, 120, 89.9, 0].map((days) => {
      return { eventType: 'ddos_block', ...address, threatScore: 80, createdAt: daysAgo(days) };
    });
    await insertRows(db, 'securityEvents', events);
    expect(await pruneTrafficHistory(db, NOW)).toMatchObject({ events: 2, blocks: 2 });
    const rules = await readRows(db, 'ipSecurityRules', ['id']);
    expect(new Set(rules.map(({ id }) => id))).toEqual(new Set(retained.map(({ id }) => id)));
    const left = await readRows(db, 'securityEvents', ['createdAt'], {}, 'createdAt');
    expect(left).toEqual([{ createdAt: daysAgo(89.9) }, { createdAt: NOW }]);
    // The rules are read again only when a block was removed.
    const readVersions = () => db.selectFrom('tableVersions').selectAll().orderBy('name').execute();
    const before = await readVersions();
    await pruneTrafficHistory(db, NOW);
    expect(await readVersions()).toEqual(before);
  });
});
