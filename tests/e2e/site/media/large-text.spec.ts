import type { Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '#tests/support/browser/browser.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';

// The font size that a visitor sets in the browser, which is no zoom: widths stay, and whatever is not in rem.
test.use({
  launchOptions: {
    executablePath: await findBrowser(),
    args: [...BROWSER_ARGUMENTS, '--blink-settings=defaultFontSize=32'],
  },
});

const WIDTHS = [320, 360, 390, 768, 1024, 1280, 1440, 1920];

/** Text of an area that lies outside their control or the page, or over that of another control. */
function findCutText(page: Page, area: string): Promise<string[]> {
  return page
    .locator(area)
    .first()
    .evaluate((root) => {
      const found: string[] = [];
      const seen: { text: string; box: DOMRect }[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const text = node.textContent?.trim() ?? '';
        const parent = node.parentElement;
        const isUnseen = parent?.closest('.sr-only, svg, [aria-hidden="true"]');
        if (!text || !parent?.checkVisibility() || isUnseen) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        const control = parent.closest('a, button, summary, li, p')?.getBoundingClientRect();
        const isCut = control && (box.left < control.left || box.right > control.right + 0.5);
        if (isCut || box.left < 0 || box.right > window.innerWidth) found.push(`cut: ${text}`);
        for (const other of seen) {
          const isOver =
            box.left < other.box.right - 1 &&
            other.box.left < box.right - 1 &&
            box.top < other.box.bottom - 1 &&
            other.box.top < box.bottom - 1;
          if (isOver) found.push(`${text} over ${other.text}`);
        }
        seen.push({ text, box });
      }
      return found;
    });
}

test('with a browser font of 32 px nothing in header and footer is cut or overlaps', async ({
  page,
  problems,
}) => {
  problems.allow(/404/);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/no-such-page');
    for (const area of ['header', 'footer', 'main']) {
      expect(await findCutText(page, area), `${area} at ${width} px`).toEqual([]);
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

test('with a browser font of 32 px the menu of a phone can be used', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/faq');
  await page.locator('summary', { hasText: 'Menu' }).click();
  expect(await findCutText(page, 'header')).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('with a browser font of 32 px services and demo of the home page are not cut', async ({
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

test('with a browser font of 32 px nothing on a phone is cut off texts, tables and forms', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const post = '/blog/dashboards-people-open-on-monday';
  for (const path of ['/blog', post, '/pricing', '/faq', '/contact', '/order', '/terms']) {
    await page.goto(path);
    // Words in bold stand within the box of the lines around them.
    const cut = (await findCutText(page, 'main')).filter((text) => text.startsWith('cut: '));
    expect(cut, path).toEqual([]);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, path).toBe(0);
  }
});
