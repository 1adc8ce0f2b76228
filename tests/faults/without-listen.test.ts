import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { updateRows } from '#tests/support/database/rows.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { countJobRuns, get, makeJobDue } from './faults.ts';
import { makeTestDatabase, startTestPlace } from './place.ts';

const FEATURE_NOT_SUPPORTED = '0A000';

it('a database without LISTEN is enough: changes show, and jobs are done, by polling', async () => {
  const { db, url } = await makeTestDatabase();
  const proxy = await startDatabaseProxy(url);
  onTestFinished(() => proxy.stop());
  let rejected = 0;
  proxy.evaluateWith((statement) => {
    if (!/^\s*listen\b/i.test(statement)) return null;
    rejected += 1;
    return FEATURE_NOT_SUPPORTED;
  });
  const { port, process } = await startTestPlace({ DATABASE_URL: proxy.url, LOG_LEVEL: 'debug' });
  const readHome = async () => (await get(port, '/')).body;
  await readHome();
  await expect.poll(() => rejected).toBeGreaterThan(0);

  const soon = { timeout: 5_000, interval: 50 };
  for (let round = 0; round < 3; round += 1) {
    const copyrightText = `© ${randomUUID()}`;
    await updateRows(db, 'siteSettings', {}, { copyrightText });
    await expect.poll(readHome, soon).toContain(copyrightText);
  }
  await makeJobDue(db, 'conversations.make-tokens');
  await expect
    .poll(() => countJobRuns(process.output(), 'conversations.make-tokens'), { timeout: 10_000 })
    .toBeGreaterThan(0);
  const warnings = process.output().split('the database announces no changes').length - 1;
  expect(warnings).toBe(1);
});
