import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { describe, expect } from 'vitest';
import { createRequestLog } from '#server/traffic/request-log.ts';
import { createTestLog } from '#tests/support/log.ts';
import { it } from '#tests/support/fixtures.ts';
import type { DB } from '#server/db/types.ts';

const warnings: string[] = [];
const log = createTestLog({ warn: (_, message) => warnings.push(message) });

it.beforeEach(async ({ db }) => {
  warnings.length = 0;
  await db.deleteFrom('ddosRequestLogs').execute();
});

const REQUEST = { address: '203.0.113.9', path: '/blog', status: 200, kind: 'page' };

function readRows(db: Kysely<DB>) {
  return db
    .selectFrom('ddosRequestLogs')
    .select(['createdAt', 'ipAddress', 'endpoint', 'responseStatus', 'weight', 'isAdmin'])
    .orderBy('id')
    .execute();
}

describe('createRequestLog', () => {
  it('writes what it was given once a second, and the rest when it stops', async ({ db }) => {
    const at = new Date('2026-11-21T10:00:00.123Z');
    const requests = createRequestLog(db, log, { intervalMs: 20, now: () => at });
    requests.add(REQUEST);
    requests.add({ ...REQUEST, address: '2001:db8::1', path: `/${'ş'.repeat(300)}`, status: 404 });
    await expect.poll(() => readRows(db)).toHaveLength(2);
    requests.add({ ...REQUEST, path: '/last' });
    await requests.stop();
    requests.add({ ...REQUEST, path: '/too-late' });
    await pause(50);
    expect(await readRows(db)).toEqual([
      {
        createdAt: at,
        ipAddress: '203.0.113.9',
        endpoint: '/blog',
        responseStatus: 200,
        weight: 1,
        isAdmin: false,
      },
      {
        createdAt: at,
        ipAddress: '2001:db8::1',
        endpoint: `/${'ş'.repeat(199)}`,
        responseStatus: 404,
        weight: 1,
        isAdmin: false,
      },
      expect.objectContaining({ endpoint: '/last' }),
    ]);
    expect(warnings).toEqual([]);
  });

  it('keeps the sum of each status, also when there is no room', async ({ db }) => {
    const requests = createRequestLog(db, log, { capacity: 4 });
    for (let index = 0; index < 10; index += 1) requests.add({ ...REQUEST, status: 200 });
    for (let index = 0; index < 5; index += 1) requests.add({ ...REQUEST, status: 403 });
    await requests.stop();
    const sums: Record<string, number> = {};
    const rows = await readRows(db);
    for (const { responseStatus, weight } of rows) {
      sums[responseStatus] = (sums[responseStatus] ?? 0) + weight;
    }
    expect(sums).toEqual({ 200: 10, 403: 5 });
    expect(rows).toHaveLength(5);
  });

  it('keeps the sum of the back office apart from that of visitors', async ({ db }) => {
    const requests = createRequestLog(db, log, { capacity: 2 });
    for (let index = 0; index < 10; index += 1) requests.add(REQUEST);
    for (let index = 0; index < 5; index += 1) requests.add({ ...REQUEST, isAdmin: true });
    await requests.stop();
    expect(await readRows(db)).toMatchObject([
      { isAdmin: false, weight: 5 },
      { isAdmin: false, weight: 5 },
      { isAdmin: true, weight: 5 },
    ]);
  });

  it('writes a bounded number of rows a second for one blocked address', async ({ db }) => {
    const requests = createRequestLog(db, log, { capacity: 20 });
    const blocked = { ...REQUEST, status: 403, kind: 'refused' };
    for (let index = 0; index < 500; index += 1) requests.add({ ...blocked, path: `/${index}` });
    requests.add({ ...blocked, address: '203.0.113.10' });
    await requests.stop();
    const weights = (await readRows(db)).map(({ ipAddress, weight }) => [ipAddress, weight]);
    expect(weights).toEqual([
      ...Array.from({ length: 9 }, () => ['203.0.113.9', 1]),
      ['203.0.113.9', 491],
      ['203.0.113.10', 1],
    ]);
  });

  it('keeps the weight of an entry that stands for several requests', async ({ db }) => {
    const requests = createRequestLog(db, log, { capacity: 1 });
    requests.add({ ...REQUEST, weight: 10 });
    requests.add({ ...REQUEST, weight: 5 });
    await requests.stop();
    expect(await readRows(db)).toMatchObject([{ weight: 15 }]);
  });

  it('keeps its entries while the database is away', async ({ db }) => {
    let isAway = true;
    const unreliable = new Proxy(db, {
      get(target, name) {
        if (isAway)
          throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED', syscall: 'connect' });
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const requests = createRequestLog(unreliable, log, { intervalMs: 10, capacity: 4 });
    for (const path of ['/1', '/2', '/3']) requests.add({ ...REQUEST, path });
    await expect.poll(() => warnings.length).toBeGreaterThan(1);
    for (const path of ['/4', '/5', '/6']) requests.add({ ...REQUEST, path });
    await pause(30);
    isAway = false;
    await requests.stop();
    const rows = await readRows(db);
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(['/1', '/2', '/3', '/4']);
    expect(rows.reduce((sum, { weight }) => sum + weight, 0)).toBe(6);
  });

  it('keeps the sum right when requests come while a write fails', async ({ db }) => {
    let isAway = true;
    const unreliable = new Proxy(db, {
      get(target, name) {
        if (isAway) {
          isAway = false;
          for (const path of ['/4', '/5', '/6']) requests.add({ ...REQUEST, path });
          throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED', syscall: 'connect' });
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const requests = createRequestLog(unreliable, log, { intervalMs: 10, capacity: 4 });
    for (const path of ['/1', '/2', '/3']) requests.add({ ...REQUEST, path });
    await expect.poll(() => warnings.length).toBe(1);
    await requests.stop();
    const rows = await readRows(db);
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(['/1', '/2', '/3', '/4']);
    expect(rows.reduce((sum, { weight }) => sum + weight, 0)).toBe(6);
  });

  it('gives up what the database refuses, and goes on', async ({ db }) => {
    const requests = createRequestLog(db, log, { intervalMs: 10 });
    requests.add({ ...REQUEST, status: 100_000 });
    await expect.poll(() => warnings.length).toBe(1);
    requests.add(REQUEST);
    await requests.stop();
    expect(await readRows(db)).toHaveLength(1);
  });
});

describe('the list of requests', () => {
  async function explain(db: Kysely<DB>, filter: string): Promise<string> {
    const { rows } = await sql
      .raw<Record<string, string>>(
        `explain select id from ddos_request_logs where ${filter}
         order by created_at desc, id desc limit 101`,
      )
      .execute(db);
    return rows.flatMap((row) => Object.values(row)).join('\n');
  }

  it('is read through an index, whatever it is narrowed to', async ({ db }) => {
    await sql`
      insert into ddos_request_logs (created_at, ip_address, endpoint, response_status, is_admin)
      select '2026-11-01'::timestamptz + n * interval '1 second',
        '10.0.0.0'::inet + n, '/', case when n % 1000 = 0 then 500 else 200 end, n % 10 > 0
      from generate_series(1, 20000) n
    `.execute(db);
    await sql`analyze ddos_request_logs`.execute(db);
    for (const filter of [
      'not is_admin',
      "ip_address = '10.0.0.9'",
      "ip_address <<= '10.0.0.0/28'",
      'response_status >= 500 and response_status <= 599',
      "created_at >= '2026-11-01' and created_at <= '2026-11-02'",
    ]) {
      const plan = await explain(db, filter);
      expect(plan, filter).not.toContain('Seq Scan');
    }
    expect(await explain(db, 'not is_admin')).toContain('_created_at_id_idx');
  });
});
