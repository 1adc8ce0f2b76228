import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { createRequestLog } from '#server/traffic/request-log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestLog } from '#tests/support/log.ts';
import { type GuardSite, startGuardSite } from './guard-site.ts';

/** A slow machine takes longer to go above the limit. */
const MAX_VISITS = 4_000;

let test: TestDatabase;
let site: GuardSite;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.db
    .insertInto('ipSecurityRules')
    .values({ id: uuidV7(), ipAddress: '198.51.100.0/24', ruleType: 'blacklist', reason: 'No' })
    .execute();
  site = await startGuardSite(test.url);
});
afterAll(async () => {
  await site.stop();
  await test.destroy();
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
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => site.visit(`198.51.100.${index}`, '/blog?a=1')),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([403]));
  }
  const seen: Record<number, number> = {};
  // A page from memory: it makes no machine so busy that its log leaves something out.
  for (let sent = 0; seen[429] === undefined && sent < MAX_VISITS; sent += 40) {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => site.visit('203.0.113.9', '/pricing')),
    );
    for (const { status } of responses) seen[status] = (seen[status] ?? 0) + 1;
  }
  expect(seen[429]).toBeGreaterThan(0);
  await expect.poll(() => countByStatus('198.51.100.0/24')).toEqual({ 403: BLOCKED });
  await expect.poll(() => countByStatus('203.0.113.9')).toEqual(seen);
});

it('writes into the partition of the day from the start; the default one stays empty', async () => {
  await site.visit('203.0.113.70', '/blog');
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  await expect
    .poll(async () => {
      const { rows } = await sql<{ name: string }>`
        select distinct tableoid::regclass::text as name from ddos_request_logs
      `.execute(test.db);
      return rows.map(({ name }) => name);
    })
    .toEqual([`ddos_request_logs_${today}`]);
});

it('stays bounded in a flood: one insert a second of at most 500 entries, with the right sums', async () => {
  const warnings: string[] = [];
  const log = createTestLog({ warn: (_, message) => warnings.push(message) });
  const requests = createRequestLog(test.db, log);
  let sent = 0;
  for (let second = 0; second < 3; second += 1) {
    for (let index = 0; index < 20_000; index += 1) {
      sent += 1;
      const address = `10.${second}.${index % 200}.${index % 250}`;
      requests.add({ address, path: `/${index}`, status: 403, kind: 'refused' });
    }
    await new Promise((done) => setTimeout(done, 1_050));
  }
  await requests.stop();
  const { rows } = await sql<{ inserts: number; entries: number; requests: number }>`
    select count(distinct xmin::text) as inserts, count(*) as entries, sum(weight) as requests
    from ddos_request_logs where ip_address <<= '10.0.0.0/8'
  `.execute(test.db);
  expect(rows).toEqual([{ inserts: 3, entries: 1_500, requests: sent }]);
  expect(warnings).toEqual([]);
});
