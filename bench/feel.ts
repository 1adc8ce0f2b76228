import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import { createDatabase } from '../server/db/client.ts';
import { findRunningPostgres } from '../server/db/embedded-postgres/embedded-postgres.ts';
import { buildAccount, signInAs } from '../tests/support/browser/admin-e2e.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../tests/support/browser/browser.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { startSite } from '../tests/support/site-process.ts';
import { fillLeads } from './lib/fill-leads.ts';
import { median } from './lib/statistics.ts';
import { DESK_INTERACTIONS } from './feel/desk-interactions.ts';
import { type Interaction, timeInteraction } from './feel/measure.ts';
import { SITE_INTERACTIONS } from './feel/site-interactions.ts';

const MAX_MS = 150;
const ROWS = 1_000;
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const DESK = { viewport: { width: 1440, height: 900 } };

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
});

const dataDir = await makeDataDir();
const site = await startSite({ port: await freePort(), dataDir });
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: BROWSER_ARGUMENTS,
});
let passed = 0;
let failed = 0;

/** Signs in nobody where there is no account. */
async function measureAll(
  title: string,
  interactions: readonly Interaction[],
  options: BrowserContextOptions,
  account?: Awaited<ReturnType<typeof buildAccount>>,
): Promise<void> {
  console.log(`\n| ${title} | median | longest |\n| --- | --- | --- |`);
  const context = await browser.newContext(options);
  for (const interaction of interactions.filter(({ name }) => name.includes(values.only))) {
    const times: number[] = [];
    try {
      for (let round = 0; round < Number(values.rounds); round += 1) {
        times.push(
          await timeInteraction(context, site.url, {
            ...interaction,
            signIn: account && ((page) => signInAs(page, account)),
          }),
        );
      }
    } catch (error) {
      failed += 1;
      console.log(`| ${interaction.name} | ${String(error).split('\n')[0]} | |`);
      continue;
    }
    const middle = median(times);
    if (middle <= MAX_MS) passed += 1;
    else failed += 1;
    console.log(
      `| ${interaction.name} | ${middle} ms${middle > MAX_MS ? ' **missed**' : ''} | ${Math.max(...times)} ms |`,
    );
  }
  await context.close();
}

try {
  const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
  if (!connection) throw new Error('the database of the site was not found');
  const { db, destroy } = createDatabase({ connection, poolSize: 1 });
  await fillLeads(db, ROWS);
  const account = await buildAccount(db);
  await destroy();
  await measureAll('A visitor with a phone', SITE_INTERACTIONS, PHONE);
  await measureAll('An administrator, 1,000 orders and messages', DESK_INTERACTIONS, DESK, account);
} finally {
  await browser.close();
  await site.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`\nEach at most ${MAX_MS} ms at a quarter of the speed, by the median.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
