import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DEFAULT_OFFICE_HOURS } from '../../shared/office-hours/values.ts';
import {
  buildAdmin,
  ENDLESS_SESSION,
  signInForTest,
  type TestSession,
} from '../../tests/support/admin.ts';
import { openScreen } from '../../tests/support/browser/admin-content.ts';
import { signInAs } from '../../tests/support/browser/admin-e2e.ts';
import { buildMessage, buildOrder } from '../../tests/support/browser/admin-leads.ts';
import { setOfficeHours } from '../../tests/support/browser/e2e.ts';
import { expect, type Office, test } from '../../tests/support/browser/office-e2e.ts';
import { fillPath, SITE_PAGES } from '../../tests/support/browser/pages.ts';

const NOW = new Date('2026-11-24T09:00:00Z');

const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

const ORDERS = [
  ['Özlem Öztürk', 'Öztürk Lojistik', 'Shipment & Logistics Systems', 'new', 2],
  ['Murat Çetin', 'Çetin Makine', 'Business Dashboards', 'new', 20],
  ['Selin Kaya', null, 'Real Estate Applications', 'in-progress', 50],
  ['Gökçe Demir', 'Demir Hukuk', 'Invoicing & Finance Tools', 'in-progress', 120],
  ['Ali Yaman', 'Yaman Nakliyat', 'Mapping & Location Apps', 'completed', 400],
] as const;

const MESSAGES = [
  ['Deniz Arslan', 'Could we talk about an invoicing tool on Tuesday?', 3],
  ['Elif Şahin', 'We keep forty drivers on paper, and would like to stop.', 30],
  ['Kerem Aydın', 'Thank you for the call: the draft of the contract is on its way.', 90],
] as const;

/** Creates the enquiries of every image, and signs an administrator in. */
async function prepareDesk({ db }: Office): Promise<TestSession> {
  for (const [index, [fullName, company, serviceType, status, hours]] of ORDERS.entries()) {
    await buildOrder(db, {
      reference: `VT-10000${index}`,
      fullName,
      company,
      serviceType,
      status,
      email: 'customer@example.com',
      createdAt: hoursAgo(hours),
      updatedAt: hoursAgo(hours),
    });
  }
  for (const [name, message, hours] of MESSAGES) {
    await buildMessage(db, {
      name,
      message,
      email: 'sender@example.com',
      createdAt: hoursAgo(hours),
    });
  }
  return signInForTest(db, await buildAdmin(db, 'selin'), ENDLESS_SESSION);
}

/** Screens whose content does not depend on current traffic. */
const ADMIN_SCREENS = 'orders messages blog projects projects?new=1 testimonials settings'
  .split(' ')
  .map((name) => `/admin/${name}`);

const WHOLE_ON_PHONE = new Set(['home', 'order', 'contact', 'pricing', 'faq']);

/** Each screen has two of the six. */
const VARIANTS = [
  ['360-light', '1440-dark'],
  ['360-dark', '1440-light'],
  ['768-light', '768-dark'],
];

/** The images of README.md. */
const README_IMAGES = [
  ['home-light', '/', 1440, 'light'],
  ['home-dark', '/', 1440, 'dark'],
  ['order', '/order', 1440, 'light'],
  ['orders', '/admin/orders', 1440, 'light'],
  ['home-phone', '/', 360, 'light'],
] as const;

function getFileName(path: string): string {
  const words = path.replaceAll(/[^a-z]+/g, ' ').trim();
  return words.replaceAll(' ', '-') || 'home';
}

/** Images below the fold load when they come near, and so does the demo. */
async function loadWhole(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

let session: Promise<TestSession> | undefined;

async function open(page: Page, office: Office, path: string): Promise<void> {
  // Once for a site: another worker has its own.
  if (path.startsWith('/admin/')) await signInAs(page, await (session ??= prepareDesk(office)));
  await openScreen(page, await fillPath(path, office.db));
}

async function resize(page: Page, width: number, colorScheme: string): Promise<void> {
  await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'dark' : 'light' });
  await page.setViewportSize({ width, height: 900 });
  await loadWhole(page);
}

// The server words the response time by its own clock, for as long as a response is cached.
test.beforeAll(async ({ office }) => {
  await office.clock.moveTo(NOW);
  await setOfficeHours(office, DEFAULT_OFFICE_HOURS);
});

test.beforeEach(({ page }) => page.clock.setFixedTime(NOW));

for (const paths of [SITE_PAGES, ADMIN_SCREENS]) {
  for (const [index, path] of paths.entries()) {
    test(`${path} looks as it did`, async ({ page, office, problems }) => {
      if (paths === SITE_PAGES) problems.allow(/404/);
      await open(page, office, path);
      const name = getFileName(path);
      for (const variant of VARIANTS[index % VARIANTS.length] ?? []) {
        const [width = '', colorScheme = ''] = variant.split('-');
        await resize(page, Number(width), colorScheme);
        const fullPage = width === '360' && WHOLE_ON_PHONE.has(name);
        await expect.soft(page).toHaveScreenshot(`${name}-${variant}.png`, { fullPage });
      }
    });
  }
}

for (const [name, path, width, colorScheme] of README_IMAGES) {
  test(`${name} of README.md`, { tag: '@readme' }, async ({ page, office }) => {
    await open(page, office, path);
    await resize(page, width, colorScheme);
    await page.screenshot({
      path: join(import.meta.dirname, `../../docs/screenshots/${name}.png`),
    });
  });
}
