import type { Locator, Page } from '@playwright/test';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { expect, setOfficeHours, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { openPage, recordLayoutShift } from '#tests/support/browser/site.ts';

const HEAR = "You'll hear from us by";

/** Elements in sight with this text alone. */
function inSight(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true }).filter({ visible: true });
}

test.describe('in Ankara @full', () => {
  test.use({ timezoneId: 'Europe/Istanbul' });

  test('the forms tell the current deadline', async ({ page, site }) => {
    await page.clock.install({ time: new Date('2026-11-24T14:39:30+03:00') });
    for (const path of ['/order', '/contact'] as const) {
      await page.clock.setSystemTime(new Date('2026-11-24T14:39:30+03:00'));
      await openPage(page, path);
      await expect(inSight(page, `${HEAR} 3:39 PM today`)).toBeVisible();
      await expect(page.getByText('within 1 hour').filter({ visible: true }).first()).toBeVisible();
      await page.clock.runFor(31_000);
      await expect(inSight(page, `${HEAR} 3:40 PM today`)).toBeVisible();
      await page.clock.setSystemTime(new Date('2026-11-24T16:59:30+03:00'));
      await page.clock.runFor(61_000);
      await expect(inSight(page, `${HEAR} Wednesday, 9:00 AM`)).toBeVisible();
      await expect(page.getByText('within 1 hour').filter({ visible: true })).toHaveCount(0);
    }
    const tomorrow = { from: '2026-11-25', to: '2026-11-25', name: 'Closed', open: [] };
    await setOfficeHours(site, { ...DEFAULT_OFFICE_HOURS, exceptions: [tomorrow] });
    const thursday = page.getByText(/^You'll hear from us by Thursday, 9:0\d AM$/);
    await expect(thursday.filter({ visible: true })).toBeVisible(WITHIN_A_SECOND);
    await page.goto('/order');
    await expect(thursday.filter({ visible: true })).toBeVisible();
    await setOfficeHours(site, DEFAULT_OFFICE_HOURS);
  });
});

test.describe('elsewhere @full', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('the time of the visitor stands beside, and nothing moves', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-27T19:00:00+03:00') });
    const readShift = await recordLayoutShift(page);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await openPage(page, '/order');
      const both = `${HEAR} Monday, 10:00 AM (Ankara time; Monday, 8:00 AM`;
      await expect(page.getByText(both)).toBeVisible();
      expect(await readShift()).toBeLessThan(0.01);
    }
  });
});
