import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { buildAccount, signInAs } from '../tests/support/browser/admin-e2e.ts';
import { launchBrowser } from '../tests/support/browser/browser.ts';
import { withInstallation } from '../tests/support/site-process.ts';
import { ADMIN_INTERACTIONS, type Interaction, SITE_INTERACTIONS } from './interactions.ts';
import { fillLeads } from './lib/fill-leads.ts';
import { median } from './lib/measurement.ts';

const MAX_MS = 150;
const SLOWDOWN = 4;
/** The effects of an interaction are painted by then, at a quarter of the speed. */
const SETTLE_MS = 700;
/** The page is hydrated and has its lists by then; the event stream never lets the network be idle. */
const IDLE_MS = 1_500;
/** The shortest event that Event Timing reports. */
const MIN_MS = 16;
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const DESKTOP = { viewport: { width: 1440, height: 900 } };

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
});

type Account = Awaited<ReturnType<typeof buildAccount>>;

/** Milliseconds from an event until the next paint, by the Event Timing API; the longest of the interaction's events. */
async function timeInteraction(
  context: BrowserContext,
  url: string,
  [, path, act, prepare]: Interaction,
  account?: Account,
): Promise<number> {
  const page = await context.newPage();
  try {
    await page.addInitScript((shortest) => {
      const state = { longest: 0 };
      Reflect.set(window, 'interactions', state);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (Reflect.get(entry, 'interactionId')) {
            state.longest = Math.max(state.longest, entry.duration);
          }
        }
      }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit);
    }, MIN_MS);
    if (account) await signInAs(page, account);
    const devTools = await context.newCDPSession(page);
    await page.goto(`${url}${path}`, { waitUntil: 'load' });
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(IDLE_MS);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await prepare?.(page);
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(() => Object.assign(Reflect.get(window, 'interactions'), { longest: 0 }));
    await act(page);
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => Reflect.get(window, 'interactions').longest as number);
  } finally {
    await page.close();
  }
}

const counts = { passed: 0, failed: 0 };

function report(isFine: boolean, line: string): void {
  counts[isFine ? 'passed' : 'failed'] += 1;
  console.log(line);
}

async function measureAll(
  browser: Browser,
  url: string,
  title: string,
  interactions: readonly Interaction[],
  options: BrowserContextOptions,
  account?: Account,
): Promise<void> {
  console.log(`\n| ${title} | median | longest |\n| --- | --- | --- |`);
  const context = await browser.newContext(options);
  for (const interaction of interactions.filter(([name]) => name.includes(values.only))) {
    const times: number[] = [];
    try {
      while (times.length < Number(values.rounds)) {
        times.push(await timeInteraction(context, url, interaction, account));
      }
      const isFine = median(times) <= MAX_MS;
      report(
        isFine,
        `| ${interaction[0]} | ${median(times)} ms${isFine ? '' : ' **missed**'} | ${Math.max(...times)} ms |`,
      );
    } catch (error) {
      report(false, `| ${interaction[0]} | ${String(error).split('\n')[0]} | |`);
    }
  }
  await context.close();
}

const browser = await launchBrowser();
await withInstallation(async ({ url, db }) => {
  await fillLeads(db, 1_000);
  const account = await buildAccount(db);
  await measureAll(browser, url, 'A visitor with a phone', SITE_INTERACTIONS, PHONE);
  const title = 'An administrator, 1,000 orders and messages';
  await measureAll(browser, url, title, ADMIN_INTERACTIONS, DESKTOP, account);
});
await browser.close();
console.log(`\nEach at most ${MAX_MS} ms at a quarter of the speed, by the median.`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
