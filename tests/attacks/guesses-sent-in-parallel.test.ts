import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { type FaultSite, send, startFaultSite } from '#tests/faults/faults.ts';

let site: FaultSite;
let second: { process: SiteProcess; port: number; dataDir: string };

beforeAll(async () => {
  site = await startFaultSite();
  const dataDir = await makeDataDir();
  const port = await freePort();
  const environment = { DATABASE_URL: site.database.url };
  second = { process: await startSite({ port, dataDir, environment }), port, dataDir };
});
afterAll(async () => {
  await second.process.end('SIGTERM');
  await rm(second.dataDir, { recursive: true, force: true });
  await site.stop();
});

it('lets five of 100 parallel tries through, over two processes together', async () => {
  const { username } = await buildAdmin(site.db);
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      send(index % 2 ? site.port : second.port, {
        path: '/api/admin-auth',
        headers: [
          ['content-type', 'application/json'],
          ['x-forwarded-for', `198.51.100.${index}`],
        ],
        body: JSON.stringify({ action: 'login', username, password: `Wrong-guess-${index}` }),
      }),
    ),
  );
  const countOf = (wanted: number) => responses.filter(({ status }) => status === wanted).length;
  expect([countOf(401), countOf(429)]).toEqual([5, 95]);
  const attempts = await site.db.selectFrom('adminLoginAttempts').select('success').execute();
  expect(attempts).toHaveLength(5);
});
