import { BROWSER_ARGUMENTS, findBrowser } from '#tests/support/browser/browser.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { listCutLines } from '#tests/support/browser/targets.ts';

// The font size that a visitor sets in the browser, which is no zoom: widths stay, and whatever is not in rem.
test.use({
  launchOptions: {
    executablePath: await findBrowser(),
    args: [...BROWSER_ARGUMENTS, '--blink-settings=defaultFontSize=32'],
  },
});

const WIDTHS = [320, 360, 390, 768, 1024, 1280, 1440, 1920];

test('with a browser font of 32 px nothing in header and footer is cut or overlaps @full', async ({
  page,
  problems,
}) => {
  problems.allow(/404/);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/no-such-page');
    for (const area of ['header', 'footer', 'main']) {
      expect(await listCutLines(page, area), `${area} at ${width} px`).toEqual([]);
    }
    const order = page.getByRole('banner').getByRole('link', { name: 'Order Now' });
    expect((await order.boundingBox())?.width).toBe(176);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeGreaterThan(88);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, `${width} px`).toBe(0);
  }
});

test('with a browser font of 32 px the menu of a phone can be used @full', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/faq');
  await page.locator('summary', { hasText: 'Menu' }).click();
  expect(await listCutLines(page, 'header')).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('with a browser font of 32 px services and demo of the home page are not cut @full', async ({
  page,
}) => {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const hidden = await page.evaluate(() =>
      ['.services', '.desk', ':root'].map((selector) => {
        const { scrollWidth = NaN, clientWidth = NaN } = document.querySelector(selector) ?? {};
        return scrollWidth - clientWidth;
      }),
    );
    expect(hidden, `${width} px`).toEqual([0, 0, 0]);
  }
});
