import { devices } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { listSmallTargets } from '#tests/support/browser/targets.ts';

const { hasTouch, isMobile } = devices['Pixel 7'];
test.use({ hasTouch, isMobile, viewport: { width: 360, height: 780 } });

test('on touch the targets of the open menu are 44 px high, and the footer stays low @full', async ({
  page,
}) => {
  await page.goto('/faq');
  await page.locator('header summary', { hasText: 'Menu' }).tap();
  expect(await listSmallTargets(page, 'header')).toEqual([]);
  expect((await page.locator('footer').boundingBox())?.height).toBeLessThanOrEqual(650);
});
