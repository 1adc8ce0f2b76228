import { devices } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { listCutLines, listSmallTargets } from '#tests/support/browser/targets.ts';

const { hasTouch, isMobile } = devices['Pixel 7'];
test.use({ hasTouch, isMobile, viewport: { width: 360, height: 780 } });

test('the open menu of a phone suits fingers and a large font @full', async ({ page }) => {
  await page.goto('/faq');
  const menu = page.locator('header summary', { hasText: 'Menu' });
  await menu.tap();
  expect(await listSmallTargets(page)).toEqual([]);
  expect((await page.locator('footer').boundingBox())?.height).toBeLessThanOrEqual(650);

  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  expect(await listCutLines(page, 'header')).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).tap();
  await expect(page).toHaveURL(/\/contact$/);
});
