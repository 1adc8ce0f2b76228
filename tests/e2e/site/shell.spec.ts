import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';

test('an unknown path answers 404 with a way home and is logged', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/404/);
  const warnings: string[] = [];
  page.on('console', (entry) => {
    if (entry.type() === 'warning') warnings.push(entry.text());
  });
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await expect.poll(() => site.process.output()).toContain('"path":"/no-such-page"');
  await expect.poll(() => warnings).toEqual(['Page not found: /no-such-page']);
});

test('/project/{id} leads to /portfolio/{id} for good @full', async ({ request }) => {
  const id = '0199f7a2-0000-7000-8000-000000000000';
  const response = await request.get(`/project/${id}`, { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  expect(response.headers()['location']).toBe(`/portfolio/${id}`);
});

test('the header has its entries at their sizes @full', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  const nav = page.getByRole('navigation', { name: 'Main' });
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(58);
  const logo = nav.locator('img').first();
  expect(await logo.boundingBox()).toMatchObject({ width: 38, height: 50 });
  await nav.locator('summary', { hasText: 'Company' }).click();
  await expect(nav.getByRole('link', { name: 'Blogs' })).toHaveAttribute('href', '/blog');
  await expect(nav.getByRole('link', { name: 'FAQ' })).toHaveAttribute('href', '/faq');
  await page.keyboard.press('Escape');
  await expect(nav.getByRole('link', { name: 'Blogs' })).toBeHidden();
  await expect(nav.locator('summary', { hasText: 'Company' })).toBeFocused();
  await expect(nav.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
  await expect(nav.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');
  const order = nav.getByRole('link', { name: 'Order Now' });
  await expect(order).toHaveAttribute('href', '/order');
  expect((await order.boundingBox())?.width).toBe(88);
});

test('on a phone the menu opens and closes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await waitUntilInteractive(page);
  const menu = page.locator('summary', { hasText: 'Menu' });
  await menu.click();
  await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'FAQ' })).toBeHidden();
});

test('section entries scroll from home and from elsewhere, other entries go to the top', async ({
  page,
}) => {
  await page.goto('/pricing');
  await waitUntilInteractive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Process' }).click();
  await expect(page).toHaveURL(/\/#process$/);
  await expect(page.locator('#process')).toBeInViewport();
  for (const id of ['services', 'case-studies', 'about']) {
    await page.locator(`header a[href="/#${id}"]`).first().click();
    await expect(page.locator(`#${id}`)).toBeInViewport();
    await expect
      .poll(async () => Math.abs((await page.locator(`#${id}`).boundingBox())?.y ?? 999))
      .toBeLessThan(200);
  }
  await page.locator('footer').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

/** The positions that the page is painted at from now on, each once. */
function recordPositions(page: Page): Promise<() => Promise<number[]>> {
  return page
    .evaluateHandle(() => {
      const seen: number[] = [];
      function record() {
        if (seen.at(-1) !== window.scrollY) seen.push(window.scrollY);
        requestAnimationFrame(record);
      }
      record();
      return seen;
    })
    .then((seen) => () => seen.jsonValue());
}

test('Back returns to the earlier position at once, Forward to the later page', async ({
  page,
}) => {
  await page.goto('/');
  await waitUntilInteractive(page);
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

/** How long each animation of the page's content took that began from now on. */
function recordArrivals(page: Page): Promise<() => Promise<number[]>> {
  return page
    .evaluateHandle(() => {
      const seen: number[] = [];
      const { value } = Object.getOwnPropertyDescriptor(Element.prototype, 'animate') ?? {};
      const animate = value as (this: Element, ...given: unknown[]) => Animation;
      Element.prototype.animate = function record(...given) {
        const animation = animate.apply(this, given);
        if (this.localName === 'main') seen.push(Number(animation.effect?.getTiming().duration));
        return animation;
      };
      return seen;
    })
    .then((seen) => () => seen.jsonValue());
}

test('a new page comes to rest at its top within 200 ms; Back, filters and reduced motion do not move @full', async ({
  page,
}) => {
  await page.goto('/faq');
  await waitUntilInteractive(page);
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

test('only the way to a section of the same page is a ride, and Back from there is none @full', async ({
  page,
}) => {
  await page.goto('/');
  await waitUntilInteractive(page);
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
});

test('after a navigation the new heading has the focus and the title is announced @full', async ({
  page,
}) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  await page.locator('footer').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Vitrin Software' })).toHaveText(
    await page.title(),
  );
});

test('the skip link leads past the header @full', async ({ page }) => {
  await page.goto('/faq');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('the chosen theme is remembered and set before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await waitUntilInteractive(page);
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
    'dark',
  );
});

test('a drawing follows the theme of the site, whatever the system prefers @full', async ({
  page,
}) => {
  const drawing = page.getByRole('img', { name: /^Line drawing of an apartment building/ });
  const lightness = async () => {
    const { channels } = await sharp(await drawing.screenshot()).stats();
    return Math.max(...channels.slice(0, 3).map(({ mean }) => mean));
  };
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/portfolio');
  await waitUntilInteractive(page);
  await drawing.scrollIntoViewIfNeeded();
  expect(await lightness()).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect.poll(lightness).toBeLessThan(80);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect.poll(lightness).toBeGreaterThan(200);
});

test('the admin address shows no data and asks search engines to stay away @full', async ({
  page,
}) => {
  await page.goto('/adminloginpage');
  await expect(page).toHaveTitle('Admin Login');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});

test('a page that was changed on its way to the browser is still whole @full', async ({
  page,
  problems,
}) => {
  // React reports the difference and draws the page again.
  problems.allow(/Minified React error #418/);
  await page.route('**/faq', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('Frequently Asked Questions</h1>', 'Changed</h1>');
    await route.fulfill({ response: response, body });
  });
  await page.goto('/faq');
  await waitUntilInteractive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('steps between parts of a page that the browser makes itself scroll each time @full', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await waitUntilInteractive(page);
  for (const id of ['services', 'process', 'about', 'case-studies']) {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, id);
    await expect
      .poll(async () => Math.abs((await page.locator(`#${id}`).boundingBox())?.y ?? 999))
      .toBeLessThan(200);
  }
});

test('at every width the bar names the company, and its button has room around its text @full', async ({
  page,
}) => {
  await page.goto('/pricing');
  const name = page.getByRole('banner').getByText('Vitrin Software', { exact: true });
  const order = page.getByRole('banner').getByRole('link', { name: 'Order Now' });
  for (const width of [360, 390, 768, 1023, 1024, 1279, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await name.boundingBox();
    expect(box?.width, `${width} px`).toBeGreaterThan(60);
    expect((await page.getByRole('banner').boundingBox())?.height, `${width} px`).toBe(58);
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
