import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { openPage } from '#tests/support/browser/site.ts';

test('an unknown path is 404, a former one redirects', async ({ page, site, problems }) => {
  problems.allow(/404/);
  const warning = page.waitForEvent('console', (entry) => entry.type() === 'warning');
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await expect.poll(() => site.process.output()).toContain('"path":"/no-such-page"');
  expect((await warning).text()).toBe('Page not found: /no-such-page');

  const id = '0199f7a2-0000-7000-8000-000000000000';
  const moved = await page.request.get(`/project/${id}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers()['location']).toBe(`/portfolio/${id}`);
});

test('on a phone the menu opens and closes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, '/');
  const menu = page.locator('summary', { hasText: 'Menu' });
  await menu.click();
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'FAQ' })).toBeHidden();
});

async function expectAtTop(page: Page, id: string): Promise<void> {
  await expect
    .poll(async () => Math.abs((await page.locator(`#${id}`).boundingBox())?.y ?? 999))
    .toBeLessThan(200);
}

test('section entries scroll, others go to the top', async ({ page }) => {
  await openPage(page, '/pricing');
  await page.getByRole('banner').getByRole('link', { name: 'Process' }).click();
  await expect(page).toHaveURL(/\/#process$/);
  await expect(page.locator('#process')).toBeInViewport();
  for (const id of ['services', 'case-studies', 'about']) {
    await page.locator(`header a[href="/#${id}"]`).first().click();
    await expectAtTop(page, id);
  }
  await page.locator('footer').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

/** The positions that the page is painted at from now on, each once. */
async function recordPositions(page: Page): Promise<() => Promise<number[]>> {
  const seen = await page.evaluateHandle(() => {
    const positions: number[] = [];
    function record() {
      if (positions.at(-1) !== window.scrollY) positions.push(window.scrollY);
      requestAnimationFrame(record);
    }
    record();
    return positions;
  });
  return () => seen.jsonValue();
}

test('Back returns to the earlier position, Forward to the page', async ({ page }) => {
  await openPage(page, '/');
  await page.evaluate(() => window.scrollTo({ top: 1_500, behavior: 'instant' }));
  await page.waitForFunction(() => window.scrollY === 1_500);
  const positions = await recordPositions(page);
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/faq"]')?.click());
  await expect(page).toHaveURL(/\/faq$/);
  await expect.poll(positions).toEqual([1_500, 0]);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1_500);
  expect(await positions()).toEqual([1_500, 0, 1_500]);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
});

/** The durations of animations of the page's content that begin from now on. */
async function recordArrivals(page: Page): Promise<() => Promise<number[]>> {
  const seen = await page.evaluateHandle(() => {
    const durations: number[] = [];
    const { value } = Object.getOwnPropertyDescriptor(Element.prototype, 'animate') ?? {};
    const animate = value as (this: Element, ...given: unknown[]) => Animation;
    Element.prototype.animate = function record(...given) {
      const animation = animate.apply(this, given);
      if (this.localName === 'main') durations.push(Number(animation.effect?.getTiming().duration));
      return animation;
    };
    return durations;
  });
  return () => seen.jsonValue();
}

test('only a new page arrives with an animation @full', async ({ page }) => {
  await openPage(page, '/faq');
  const arrivals = await recordArrivals(page);
  await page.locator('footer').getByRole('link', { name: 'Blogs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  expect(await arrivals()).toEqual([180]);
  await page.locator('main .chip').last().click();
  await expect(page).toHaveURL(/category=/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
  expect(await arrivals()).toEqual([180]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.locator('footer').getByRole('link', { name: 'Blogs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  expect(await arrivals()).toEqual([180]);
});

test('only the way to a section scrolls smoothly @full', async ({ page }) => {
  await openPage(page, '/');
  const positions = await recordPositions(page);
  await page.evaluate(() => {
    window.addEventListener('scrollend', () => (document.title = 'there'), { once: true });
  });
  await page.locator('header a[href="/#about"]').first().click();
  await expect(page).toHaveTitle('there');
  const down = (await positions()).length;
  // A jump would be two: where it was and where it is.
  expect(down).toBeGreaterThan(2);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect((await positions()).slice(down)).toEqual([0]);

  // Without a click on a link, as with the address bar.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const id of ['services', 'process', 'about', 'case-studies']) {
    await page.evaluate((hash) => (window.location.hash = hash), id);
    await expectAtTop(page, id);
  }
});

test('focus and announcement follow a navigation @full', async ({ page }) => {
  await openPage(page, '/');
  await page.locator('footer').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const announcement = page.getByRole('status').filter({ hasText: 'Vitrin Software' });
  await expect(announcement).toHaveText(await page.title());
  await page.reload();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('the chosen theme is remembered, and drawings follow it', async ({ page }) => {
  const drawing = page.getByRole('img', { name: /^Line drawing of an apartment building/ });
  const lightness = async () => {
    const { channels } = await sharp(await drawing.screenshot()).stats();
    return Math.max(...channels.slice(0, 3).map(({ mean }) => mean));
  };
  const html = page.locator('html');
  const change = page.getByRole('button', { name: 'Switch between light and dark' });
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, '/portfolio');
  await drawing.scrollIntoViewIfNeeded();
  expect(await lightness()).toBeGreaterThan(200);
  await change.click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect.poll(lightness).toBeLessThan(80);
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveCSS('color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await change.click();
  await expect.poll(lightness).toBeGreaterThan(200);
});

test('a page changed on its way is still whole @full', async ({ page, problems }) => {
  // React reports the difference and draws the page again.
  problems.allow(/Minified React error #418/);
  await page.route('**/faq', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('Frequently Asked Questions</h1>', 'Changed</h1>');
    await route.fulfill({ response: response, body });
  });
  await openPage(page, '/faq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('the bar has its size at every width @full', async ({ page }) => {
  await openPage(page, '/pricing');
  const banner = page.getByRole('banner');
  const order = banner.getByRole('link', { name: 'Order Now' });
  const links = await banner
    .locator('a')
    .evaluateAll((all) => all.map((link) => `${link.textContent}: ${link.getAttribute('href')}`));
  for (const link of ['Blogs: /blog', 'FAQ: /faq', 'Contact Us: /contact', 'Admin: /admin']) {
    expect(links).toContain(link);
  }
  const name = banner.getByText('Vitrin Software', { exact: true });
  for (const width of [360, 390, 768, 1023, 1024, 1279, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await name.boundingBox();
    expect(box?.width, `${width} px`).toBeGreaterThan(60);
    expect((await banner.boundingBox())?.height, `${width} px`).toBe(58);
    const logo = await banner.locator('img').first().boundingBox();
    expect(logo).toMatchObject({ width: 38, height: 50 });
    const [button, text] = await order.evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return [link.getBoundingClientRect().width, range.getBoundingClientRect().width];
    });
    expect(button, `${width} px`).toBe(88);
    expect((button ?? 0) - (text ?? 0), `${width} px`).toBeGreaterThanOrEqual(20);
    const first = page.locator('header nav ul').first().getByRole('link').first();
    if (await first.isVisible()) {
      expect((await first.boundingBox())?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
    }
  }
});
