import type { Locator } from '@playwright/test';
import { openScreen } from '#tests/support/browser/admin-content.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';

/** A box, or an entry, that is on and the same one that is off. */
async function expectTwoVariants(box: Locator, state: 'checked' | 'selected'): Promise<void> {
  const paint = async (isOn: boolean) => {
    await box.evaluate(
      (element: HTMLInputElement, { name, value }) => {
        if (name === 'checked') element.checked = value;
        else element.dataset['selected'] = String(value);
      },
      { name: state, value: isOn },
    );
    return box.screenshot({ animations: 'disabled' });
  };
  expect((await paint(true)).equals(await paint(false))).toBe(false);
}

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

test('states, the chosen entry, badges and bars are seen @full', async ({ admin: page, site }) => {
  await buildOrder(site.db);
  await openScreen(page, '/admin/settings?tab=maintenance');
  await expectTwoVariants(page.getByRole('switch'), 'checked');
  await openScreen(page, '/admin/orders');
  await expectTwoVariants(page.getByRole('checkbox').first(), 'checked');
  await page.keyboard.press('Control+k');
  const option = page.getByRole('dialog', { name: 'Find' }).getByRole('option').first();
  await expectTwoVariants(option, 'selected');

  await openScreen(page, '/admin/reports');
  const bar = page.getByRole('table').locator('svg rect').first();
  const [fill, behind] = await bar.evaluate((rect) => [
    getComputedStyle(rect).fill,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(fill).not.toBe(behind);
  await openScreen(page, '/admin/blog');
  await expect(page.locator('.admin-badge').first()).toHaveCSS('border-top-width', '1px');
});
