import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { countJobRuns, makeJobDue, send } from './faults.ts';

const FEATURE_NOT_SUPPORTED = '0A000';

it('a database without LISTEN is enough: changes show, and jobs are done, by polling', async () => {
  const test = await createTestDatabase();
  const proxy = await startDatabaseProxy(test.url);
  let rejected = 0;
  proxy.evaluateWith((statement) => {
    if (!/^\s*listen\b/i.test(statement)) return null;
    rejected += 1;
    return FEATURE_NOT_SUPPORTED;
  });
  const dataDir = await makeDataDir();
  const port = await freePort();
  const environment = { DATABASE_URL: proxy.url, SAMPLE_CONTENT: 'off', LOG_LEVEL: 'debug' };
  const site = await startSite({ port, dataDir, environment });
  onTestFinished(async () => {
    await site.end('SIGTERM');
    await proxy.stop();
    await test.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });
  const readHome = () => send(port, { method: 'GET', path: '/' });
  expect((await readHome()).status).toBe(200);
  await expect.poll(() => rejected).toBeGreaterThan(0);

  const soon = { timeout: 5_000, interval: 50 };
  for (let round = 0; round < 3; round += 1) {
    const name = `© ${randomUUID()}`;
    await sql`update site_settings set copyright_text = ${name}`.execute(test.db);
    await expect.poll(async () => (await readHome()).body, soon).toContain(name);
  }
  await makeJobDue(test.db, 'conversations.make-tokens');
  await expect
    .poll(() => countJobRuns(site.output(), 'conversations.make-tokens'), { timeout: 10_000 })
    .toBeGreaterThan(0);
  const warnings = site.output().split('the database announces no changes').length - 1;
  expect(warnings).toBe(1);
});
