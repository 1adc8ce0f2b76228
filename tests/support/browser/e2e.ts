import { rm } from 'node:fs/promises';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { buildAccount, signInAs, type TestAccount } from './admin-e2e.ts';
import { DEFAULT_OFFICE_HOURS, type OfficeHours, WEEKDAYS } from '#shared/office-hours/values.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { LANGUAGE } from '#shared/site-content/types.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

export type Site = {
  url: string;
  db: Kysely<DB>;
  databaseUrl: string;
  dataDir: string;
  process: SiteProcess;
};

/** Journeys start from a dashboard without the set-up of a new site. */
async function hideSetup(db: TestDatabase['db']): Promise<void> {
  const setup = { type: 'setup', id: 'main', language: LANGUAGE };
  const data = JSON.stringify({ isDismissed: true });
  await db
    .insertInto('siteContent')
    .values({ ...setup, data })
    .execute();
}

/** The sample company is not registered: it has no page for procurement. */
async function registerCompany(db: TestDatabase['db']): Promise<void> {
  const identity = { legalName: 'Vitrin Yazılım Ltd. Şti.', taxNumber: '1234567890' };
  await db
    .updateTable('siteContent')
    .set({ data: sql`data || ${JSON.stringify(identity)}::jsonb` })
    .where('type', '=', 'company')
    .execute();
}

type Problems = {
  /** What this test expects the browser to complain about. */
  allow(pattern: RegExp): void;
};

/**
 * Browser journeys on the built server: each worker has its own process and database with the sample content. A console error, an
 * uncaught exception, a violation of the content policy or a request to another host fails the test. `admin` is the page of `account`, a
 * new administrator who is signed in without typing a password.
 */
export const test = base.extend<
  { problems: Problems; signIns: void; account: TestAccount; admin: Page },
  { database: TestDatabase; databaseUrl: string; site: Site }
>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const database = await createTestDatabase();
      await use(database);
      await database.destroy();
    },
    { scope: 'worker' },
  ],
  databaseUrl: [async ({ database }, use) => use(database.url), { scope: 'worker' }],
  site: [
    async ({ database, databaseUrl }, use) => {
      const dataDir = await makeDataDir();
      const environment = { DATABASE_URL: databaseUrl };
      const process = await startSite({ port: await freePort(), dataDir, environment });
      await hideSetup(database.db);
      await registerCompany(database.db);
      await use({ url: process.url, db: database.db, databaseUrl, dataDir, process });
      const code = await process.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
      expect(code, process.output().slice(-4_000)).toBe(0);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  // All tests sign in from one address, which has few failures in an hour; those of before are an hour older.
  signIns: [
    async ({ site }, use) => {
      await site.db
        .updateTable('adminLoginAttempts')
        .set({ createdAt: sql`created_at - interval '1 hour'` })
        .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`)
        .execute();
      await use();
    },
    { auto: true },
  ],
  account: async ({ site }, use) => use(await buildAccount(site.db)),
  admin: async ({ page, account }, use) => {
    await signInAs(page, account);
    await use(page);
  },
  problems: [
    async ({ context, site }, use) => {
      const found: string[] = [];
      const allowed: RegExp[] = [];
      const watch = (page: Page) => {
        followChanges(page, site);
        page.on('console', (message) => {
          if (message.type() === 'error') found.push(`console: ${message.text()}`);
        });
        page.on('pageerror', (error) => found.push(`exception: ${error.message}`));
        page.on('request', (request) => {
          const { origin, protocol } = new URL(request.url());
          if (/^https?:$/.test(protocol) && origin !== site.url)
            found.push(`request: ${request.url()}`);
        });
      };
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { violatedDirective, blockedURI, sample } = event;
          console.error(`content policy: ${violatedDirective} ${blockedURI} ${sample}`);
        });
      });
      for (const page of context.pages()) watch(page);
      context.on('page', watch);
      await use({ allow: (pattern) => allowed.push(pattern) });
      const isAllowed = (problem: string) => allowed.some((pattern) => pattern.test(problem));
      expect(found.filter((problem) => !isAllowed(problem))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens pages only when the server has heard of every change that the test has made in the database. */
function followChanges(page: Page, { db, process }: Site): void {
  const goTo = page.goto.bind(page);
  page.goto = async (...target) => {
    const versions = await db.selectFrom('tableVersions').select(['name', 'version']).execute();
    await process.follow(versions);
    return goTo(...target);
  };
}

export { expect };

/** Saves the office hours as plain SQL. */
export async function setOfficeHours({ db }: Site, officeHours: OfficeHours): Promise<void> {
  await db.updateTable('siteSettings').set({ officeHours }).execute();
}

export const ALWAYS_OPEN: OfficeHours = {
  ...DEFAULT_OFFICE_HOURS,
  week: Object.fromEntries(
    WEEKDAYS.map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
  ) as OfficeHours['week'],
};

/** The office never closes during the tests of a file, which assert sentences of the spec that hold while it is open. */
export function keepOfficeOpen(): void {
  test.beforeEach(({ site }) => setOfficeHours(site, ALWAYS_OPEN));
  test.afterEach(({ site }) => setOfficeHours(site, DEFAULT_OFFICE_HOURS));
}

/** Waits until the page's scripts run, so that what follows meets the application and not only its markup. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}

/** A second, and time for a page on a busy machine; whatever asks again automatically does so after ten seconds at the earliest. */
export const WITHIN_A_SECOND = { timeout: 5_000 };

/** More stops than any page has. */
export const MAX_STOPS = 90;

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}
