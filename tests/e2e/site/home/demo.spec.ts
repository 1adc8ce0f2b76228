import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import {
  openPage,
  hide,
  recordLayoutShift,
  restoreAfterEach,
} from '#tests/support/browser/site.ts';

restoreAfterEach();

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** The demo as it can be used. */
async function openDemo(page: Page) {
  await openPage(page, '/');
  await page.getByRole('link', { name: 'Watch Demo' }).click();
  const demo = page.locator('#demo');
  await expect(demo.getByRole('button', { name: '2043', exact: true })).toBeEnabled();
  return demo;
}

test('Watch Demo leads to the demo, whose figures and list can be tried', async ({ page }) => {
  const demo = await openDemo(page);
  await expect(page).toHaveURL(/\/#demo$/);
  await expect(demo).toBeFocused();
  await expect(demo).toBeInViewport();
  await expect(demo.getByText('Trips, last 7 days')).toBeVisible();
  await demo.getByRole('radio').first().press('ArrowRight');
  await expect(demo.getByText('Trips, last 4 weeks')).toBeVisible();
  await demo.getByText('6 months', { exact: true }).click();
  await expect(demo.getByText('Trips, last 6 months')).toBeVisible();
  await expect(demo.getByText('5,294', { exact: true })).toBeVisible();
  await demo.getByRole('button', { name: 'Show as table' }).click();
  await expect(demo.getByRole('row', { name: /Oct.*967/ })).toBeVisible();

  const rows = demo.getByRole('table', { name: 'Shipments' }).locator('tbody tr');
  const all = await rows.count();
  await demo.getByLabel('Status').selectOption('Delayed');
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await expect(rows.filter({ hasNotText: 'Delayed' })).toHaveCount(0);
  await demo.getByLabel('Status').selectOption('');
  await demo.getByRole('button', { name: 'Order', exact: true }).press('Enter');
  const column = demo.getByRole('columnheader', { name: 'Order' });
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
  const orders = (await rows.locator('th').allTextContents()).map(Number);
  expect(orders).toEqual(orders.toSorted((a, b) => a - b));

  await demo.getByRole('button', { name: '2041', exact: true }).press('Enter');
  await expect(demo.getByRole('heading', { name: 'Order 2041' })).toBeVisible();
  const route = demo.getByRole('img', { name: /route from Ankara to Mersin, 57 percent/ });
  await expect(route).toBeVisible();
  await expect(demo.getByRole('listitem').last()).toHaveText('Arrival in Mersinin 3 h');
  await demo.getByLabel('Search shipments').fill('no such customer');
  await expect(demo.getByRole('status')).toContainText(`0 of ${all} shipments`);
  await demo.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(all);
});

test('on a phone the demo shows its list or figures, accessibly @full', async ({ page }) => {
  const demo = await openDemo(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  const shipments = demo.getByRole('table', { name: 'Shipments' });
  const rows = shipments.locator('tbody tr').filter({ visible: true });
  await expect(rows).toHaveCount(4);
  await rows.nth(2).click();
  await expect(demo.getByRole('heading', { name: /^Order / })).toHaveText('Order 2041');
  await demo.getByRole('button', { name: 'Show all 10' }).click();
  await expect(rows).toHaveCount(10);
  expect(await shipments.evaluate((table) => table.scrollWidth)).toBeLessThanOrEqual(328);
  await demo.getByRole('button', { name: 'Figures' }).click();
  await expect(rows).toHaveCount(0);
  await expect(demo.getByText('Trips, last 7 days')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1440, height: 900 });
  await demo.getByRole('button', { name: 'Show as table' }).click();
  await demo.getByLabel('Search shipments').fill('no such customer');
  await expect(demo.getByRole('status')).toContainText('0 of');
  await expectAccessible(page);
});

test('it is loaded when it comes near, and nothing moves by that @full', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const readShift = await recordLayoutShift(page);
  await openPage(page, '/');
  await page.waitForLoadState('networkidle');
  const isDesk = (url: string) => /shipment-desk/.test(url);
  expect(loaded.filter(isDesk)).toEqual([]);
  const demo = page.locator('#demo');
  const height = () => demo.evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  await expect(demo.getByLabel('Search shipments')).toBeDisabled();
  await page.locator('#process').evaluate((element) => element.scrollIntoView());
  await expect.poll(() => loaded.filter(isDesk).length).toBeGreaterThan(0);
  await expect(demo.getByLabel('Search shipments')).toBeEnabled();
  expect(await height()).toBe(before);
  expect(await readShift()).toBeLessThan(0.02);
});

test('the demo needs neither script nor projects @full', async ({ page, site, problems }) => {
  problems.allow(/ERR_FAILED|Failed to fetch/);
  await page.route(/shipment-desk/, (route) => route.abort());
  const demo = page.locator('#demo');
  await page.goto('/#demo');
  await expect(demo.getByText('The demo could not be loaded')).toBeVisible();
  await hide(site, 'projects');
  await page.goto('/');
  await expect(page.locator('#services li:has(h3)')).toHaveCount(6);
  await expect(page.locator('main a[href^="/portfolio"]')).toHaveCount(0);
  await expect(demo.getByRole('heading', { level: 2 })).toHaveText('See the work');
  await expect(demo.getByRole('row', { name: /2041/ })).toBeVisible();
});
