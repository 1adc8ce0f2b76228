import { rm } from 'node:fs/promises';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { type SentResponse, send } from '#tests/faults/faults.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { insertRows } from '#tests/support/database/rows.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const PROBES = ['/healthz', '/readyz', '/metrics'];

let database: TestDatabase;
let proxy: DatabaseProxy;
let dataDir: string;
let port: number;
let site: SiteProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  [dataDir, port] = await Promise.all([makeDataDir(), freePort()]);
  const environment = { DATABASE_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1' };
  site = await startSite({ port, dataDir, environment });
});
afterAll(async () => {
  await site.end('SIGTERM');
  await proxy.stop();
  await database.destroy();
  await rm(dataDir, { recursive: true, force: true });
});

function ask(path: string, address: string): Promise<SentResponse> {
  return send(port, { method: 'GET', path, headers: [['x-forwarded-for', address]] });
}

/** How many bytes the site sends to its database meanwhile. */
async function bytesSent(work: () => Promise<unknown>): Promise<number> {
  const before = proxy.bytesSent();
  await work();
  return proxy.bytesSent() - before;
}

/** After its start the site fills its memory of pages. */
async function expectCalm(): Promise<void> {
  const second = () => new Promise((done) => setTimeout(done, 1_000));
  await expect.poll(() => bytesSent(second), { timeout: 20_000 }).toBeLessThan(8_000);
}

it('300 questions whether the site is ready are one for the database, and no load for the site', async () => {
  await expectCalm();
  const sent = await bytesSent(async () => {
    const rounds = Array.from({ length: 300 }, () => ask('/readyz', '203.0.113.1'));
    for (const { status } of await Promise.all(rounds)) expect(status).toBe(200);
  });
  // A check stores an order and a message, which takes more than 10 kB.
  expect(sent).toBeLessThan(60_000);
  expect(site.output()).not.toContain('/readyz');
  const { body } = await ask('/metrics', '127.0.0.1');
  expect(body).toMatch(/^vitrin_overload_level 0$/m);
});

it('says nothing to an address that is blocked', async () => {
  const address = '203.0.113.2';
  const rule = { id: uuidV7(), ipAddress: address, ruleType: 'blacklist' } as const;
  await insertRows(database.db, 'ipSecurityRules', rule);
  await expect.poll(async () => (await ask('/robots.txt', address)).status).toBe(403);
  for (const path of PROBES) expect((await ask(path, address)).status, path).toBe(403);
});

it('leaves no way around the limits of a visitor', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 60 && !statuses.includes(429); round += 1) {
    const responses = Array.from({ length: 20 }, () =>
      send(port, { path: '/healthz', headers: [['x-forwarded-for', '203.0.113.3']] }),
    );
    statuses.push(...(await Promise.all(responses)).map(({ status }) => status));
  }
  expect(statuses).toContain(429);
});
