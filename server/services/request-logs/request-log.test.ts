import type { Database } from '#server/context/context.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createRequestLog } from '#server/traffic/request-log.ts';
import { createTestLog } from '#tests/support/log.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';

const warnings: string[] = [];
const log = createTestLog({ warn: (_, message) => warnings.push(message) });

it.beforeEach(async ({ db }) => {
  warnings.length = 0;
  await db.deleteFrom('ddosRequestLogs').execute();
});

const REQUEST = { address: '203.0.113.9', path: '/blog', status: 200, kind: 'page' };

const readLogs = (db: Database) => readRows(db, 'ddosRequestLogs', '*', {}, 'id');

it('writes what it was given once a second, and the rest when it stops', async ({ db }) => {
  const at = new Date('2026-11-21T10:00:00.123Z');
  const requests = createRequestLog(db, log, { intervalMs: 20, now: () => at });
  requests.add(REQUEST);
  requests.add({ ...REQUEST, address: '2001:db8::1', path: `/${'ş'.repeat(300)}`, status: 404 });
  await expect.poll(() => readLogs(db)).toHaveLength(2);
  requests.add({ ...REQUEST, path: '/last' });
  await requests.stop();
  requests.add({ ...REQUEST, path: '/too-late' });
  await pause(50);
  const first = { createdAt: at, ipAddress: '203.0.113.9', endpoint: '/blog' };
  const second = { createdAt: at, ipAddress: '2001:db8::1', endpoint: `/${'ş'.repeat(199)}` };
  expect(await readLogs(db)).toMatchObject([
    { ...first, responseStatus: 200, weight: 1, isAdmin: false },
    { ...second, responseStatus: 404, weight: 1, isAdmin: false },
    { endpoint: '/last' },
  ]);
  expect(warnings).toEqual([]);
});

it('keeps the sum of each status, also when there is no room', async ({ db }) => {
  const requests = createRequestLog(db, log, { capacity: 4 });
  for (let index = 0; index < 10; index += 1) requests.add({ ...REQUEST, status: 200 });
  for (let index = 0; index < 5; index += 1) requests.add({ ...REQUEST, status: 403 });
  await requests.stop();
  const rows = (await readLogs(db)).map(({ responseStatus, weight }) => [responseStatus, weight]);
  expect(rows).toHaveLength(5);
  const sumOf = (status: number) =>
    rows.reduce((sum, [of, weight = 0]) => sum + (of === status ? weight : 0), 0);
  expect([sumOf(200), sumOf(403)]).toEqual([10, 5]);
});

it('keeps the weight, and the sum of the back office apart', async ({ db }) => {
  const requests = createRequestLog(db, log, { capacity: 1 });
  requests.add({ ...REQUEST, weight: 10 });
  requests.add({ ...REQUEST, weight: 5 });
  for (let index = 0; index < 5; index += 1) requests.add({ ...REQUEST, isAdmin: true });
  await requests.stop();
  expect(await readLogs(db)).toMatchObject([
    { isAdmin: false, weight: 15 },
    { isAdmin: true, weight: 5 },
  ]);
});

it('writes a bounded number of rows a second for one blocked address', async ({ db }) => {
  const requests = createRequestLog(db, log, { capacity: 20 });
  const blocked = { ...REQUEST, status: 403, kind: 'refused' };
  for (let index = 0; index < 500; index += 1) requests.add({ ...blocked, path: `/${index}` });
  requests.add({ ...blocked, address: '203.0.113.10' });
  await requests.stop();
  const weights = (await readLogs(db)).map(({ ipAddress, weight }) => [ipAddress, weight]);
  expect(weights).toEqual([
    ...Array.from({ length: 9 }, () => ['203.0.113.9', 1]),
    ['203.0.113.9', 491],
    ['203.0.113.10', 1],
  ]);
});

it.for([
  ['before and after it failed', false],
  ['while it fails', true],
] as const)(
  'keeps its entries, and their sum, when requests come %s',
  async ([, isMeanwhile], { db }) => {
    let isAway = true;
    const add = (...paths: string[]) => {
      for (const path of paths) requests.add({ ...REQUEST, path });
    };
    const unreliable = new Proxy(db, {
      get(target, name) {
        if (isAway) {
          isAway = !isMeanwhile;
          if (isMeanwhile) add('/4', '/5', '/6');
          throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED', syscall: 'connect' });
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const requests = createRequestLog(unreliable, log, { intervalMs: 10, capacity: 4 });
    add('/1', '/2', '/3');
    await expect.poll(() => warnings.length).toBeGreaterThan(0);
    if (!isMeanwhile) add('/4', '/5', '/6');
    isAway = false;
    await requests.stop();
    const rows = await readLogs(db);
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(['/1', '/2', '/3', '/4']);
    expect(rows.reduce((sum, { weight }) => sum + weight, 0)).toBe(6);
  },
);

it('gives up what the database refuses, and goes on', async ({ db }) => {
  const requests = createRequestLog(db, log, { intervalMs: 10 });
  requests.add({ ...REQUEST, status: 100_000 });
  await expect.poll(() => warnings.length).toBe(1);
  requests.add(REQUEST);
  await requests.stop();
  expect(await readLogs(db)).toHaveLength(1);
});

async function explain(db: Database, filter: string): Promise<string> {
  const order = 'order by created_at desc, id desc limit 101';
  const { rows } = await sql`
    explain select id from ddos_request_logs where ${sql.raw(`${filter} ${order}`)}
  `.execute(db);
  return JSON.stringify(rows);
}

it('the list of requests is read through an index, whatever it is narrowed to', async ({ db }) => {
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
