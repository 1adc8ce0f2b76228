import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { insertRows, readRows } from '#tests/support/database/rows.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type GuardSite, startGuardSite } from './guard-site.ts';

/** A slow machine takes longer to go above the limit. */
const MAX_VISITS = 4_000;

let test: TestDatabase;
let site: GuardSite;

beforeAll(async () => {
  test = await createTestDatabase();
  const rule = { id: uuidV7(), ipAddress: '198.51.100.0/24', reason: 'No' };
  await insertRows(test.db, 'ipSecurityRules', { ...rule, ruleType: 'blacklist' });
  site = await startGuardSite(test.url);
});
afterAll(async () => {
  await site.stop();
  await test.destroy();
});

async function visitOften(path: string, addressOf: (index: number) => string): Promise<number[]> {
  const visits = Array.from({ length: 40 }, (_, index) => site.visit(addressOf(index), path));
  return (await Promise.all(visits)).map(({ status }) => status);
}

it('writes every served request without its query, and neither files nor health checks', async () => {
  const ipAddress = '203.0.113.80';
  const paths = ['/blog?token=secret', '/api/faqs', '/no-such-page', '/healthz', '/logo.svg'];
  for (const path of paths) await site.visit(ipAddress, path);
  const readLog = () =>
    readRows(test.db, 'ddosRequestLogs', ['endpoint', 'responseStatus', 'weight'], { ipAddress });
  await expect.poll(readLog, { timeout: 4_000 }).toEqual([
    { endpoint: '/blog', responseStatus: 200, weight: 1 },
    { endpoint: '/api/faqs', responseStatus: 200, weight: 1 },
    { endpoint: '/no-such-page', responseStatus: 404, weight: 1 },
  ]);
});

async function countByStatus(network: string): Promise<Record<number, number>> {
  const rows = await test.db
    .selectFrom('ddosRequestLogs')
    .select('responseStatus')
    .select(({ fn }) => fn.sum<string>('weight').as('requests'))
    .where(sql<boolean>`ip_address <<= ${network}::inet`)
    .groupBy('responseStatus')
    .execute();
  return Object.fromEntries(
    rows.map(({ responseStatus, requests }) => [responseStatus, Number(requests)]),
  );
}

it('counts every refused request, those of a blocked network and those above the limit', async () => {
  const BLOCKED = 400;
  for (let sent = 0; sent < BLOCKED; sent += 40) {
    const statuses = await visitOften('/blog?a=1', (index) => `198.51.100.${index}`);
    expect(new Set(statuses)).toEqual(new Set([403]));
  }
  const seen: Record<number, number> = {};
  // A page from memory: it makes no machine so busy that its log leaves something out.
  for (let sent = 0; seen[429] === undefined && sent < MAX_VISITS; sent += 40) {
    for (const status of await visitOften('/pricing', () => '203.0.113.9')) {
      seen[status] = (seen[status] ?? 0) + 1;
    }
  }
  expect(seen[429]).toBeGreaterThan(0);
  await expect.poll(() => countByStatus('198.51.100.0/24')).toEqual({ 403: BLOCKED });
  await expect.poll(() => countByStatus('203.0.113.9')).toEqual(seen);
});

it('writes into the partition of the day from the start; the default one stays empty', async () => {
  await site.visit('203.0.113.70', '/blog');
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const readPartitions = async () => {
    const partitions = sql`select distinct tableoid::regclass::text as name from ddos_request_logs`;
    return (await partitions.execute(test.db)).rows;
  };
  await expect.poll(readPartitions).toEqual([{ name: `ddos_request_logs_${today}` }]);
});
