import { devices, type Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { listPaths } from '#shared/routes.ts';

const { hasTouch, isMobile } = devices['Pixel 7'];
test.use({ hasTouch, isMobile, viewport: { width: 360, height: 780 } });

const MIN_TARGET = 44;

/** Controls that a finger would miss; links within a sentence are as high as its lines. */
function findSmallTargets(page: Page, area: string): Promise<string[]> {
  return page
    .locator(area)
    .first()
    .evaluate((root, min) => {
      const controls = root.querySelectorAll<HTMLElement>('a[href], button, summary');
      return (
        [...controls]
          .filter((control) => control.checkVisibility() && !control.closest('p, label'))
          // The link of a card lies over the whole card.
          .filter((control) => getComputedStyle(control, '::after').position !== 'absolute')
          .filter((control) => {
            const { width, height } = control.getBoundingClientRect();
            return height < min - 0.5 || width < 24;
          })
          .map(
            (control) => `${control.textContent.trim()} ${control.getBoundingClientRect().height}`,
          )
      );
    }, MIN_TARGET);
}

test('on touch the targets of header and footer are 44 px high, and the footer stays low', async ({
  page,
}) => {
  await page.goto('/faq');
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  expect(await findSmallTargets(page, 'header')).toEqual([]);
  expect(await findSmallTargets(page, 'footer')).toEqual([]);
  await page.locator('header summary', { hasText: 'Menu' }).tap();
  expect(await findSmallTargets(page, 'header')).toEqual([]);
  expect((await page.locator('footer').boundingBox())?.height).toBeLessThanOrEqual(650);
});

test('on touch the targets of every page are 44 px high', async ({ page }) => {
  test.setTimeout(120_000);
  const found: Record<string, string[]> = {};
  for (const path of listPaths(({ isIndexed }) => isIndexed)) {
    if (path.includes(':')) continue;
    await page.goto(path);
    const small = await findSmallTargets(page, 'main');
    if (small.length > 0) found[path] = small;
  }
  expect(found).toEqual({});
});

test('on touch the targets behind a button are 44 px high: tables of contents and answers', async ({
  page,
}) => {
  for (const path of ['/faq', '/terms', '/blog/dashboards-people-open-on-monday']) {
    await page.goto(path);
    await page.locator('main summary').first().tap();
    await expect(page.locator('main details[open] a').first()).toBeVisible();
    expect(await findSmallTargets(page, 'main'), path).toEqual([]);
  }
});
