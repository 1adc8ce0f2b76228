import type { Locator } from '@playwright/test';
import { openScreen } from '#tests/support/browser/admin-content.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';

/** A box that is on and the same box that is off. */
async function expectTwoVariants(box: Locator): Promise<void> {
  const paint = async (isOn: boolean) => {
    await box.evaluate((input: HTMLInputElement, checked) => {
      input.checked = checked;
    }, isOn);
    return box.screenshot({ animations: 'disabled' });
  };
  expect((await paint(true)).equals(await paint(false))).toBe(false);
}

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

test('a switch and a box look different when they are on @full', async ({ admin: page, site }) => {
  await buildOrder(site.db);
  await openScreen(page, '/admin/settings?tab=maintenance');
  await expectTwoVariants(page.getByRole('switch'));
  await openScreen(page, '/admin/orders');
  await expectTwoVariants(page.getByRole('checkbox').first());
});

test('the entry of the palette that Enter opens is framed @full', async ({ admin: page }) => {
  await openScreen(page, '/admin/orders');
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog', { name: 'Find' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  const shown = options.first();
  const paint = async (isSelected: boolean) => {
    await shown.evaluate((element, value) => {
      (element as HTMLElement).dataset['selected'] = String(value);
    }, isSelected);
    return shown.screenshot({ animations: 'disabled' });
  };
  expect((await paint(true)).equals(await paint(false))).toBe(false);
});

test('badges and bars are seen @full', async ({ admin: page }) => {
  await openScreen(page, '/admin/reports');
  const bar = page.getByRole('table').locator('svg rect').first();
  const [fill, behind] = await bar.evaluate((rect) => [
    getComputedStyle(rect).fill,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(fill).not.toBe(behind);
  await openScreen(page, '/admin/blog');
  const border = await page
    .locator('.admin-badge')
    .first()
    .evaluate((badge) => getComputedStyle(badge).borderTopWidth);
  expect(border).toBe('1px');
});
