import { expect, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';

test('a Turkish name brings its few letters, not those of all Europe @full', async ({ page }) => {
  await page.goto('/contact');
  await page.evaluate(() => document.fonts.ready);
  const fonts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /[^/]+(?=\.woff2)/.exec(name) ?? []),
  );
  expect(fonts.some((name) => name.startsWith('inter-turkish'))).toBe(true);
  expect(fonts.filter((name) => name.includes('latin-ext'))).toEqual([]);
});

test('a page in a background tab becomes interactive @full', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/pricing');
  const isInteractive = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
    );
  await expect.poll(isInteractive).toBe(true);
});

test('a menu that was opened before the scripts came stays open @full', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/pricing', { waitUntil: 'commit' });
  await page.locator('summary', { hasText: 'Menu' }).click();
  const link = page.getByRole('banner').getByRole('link', { name: 'Contact Us' });
  await expect(link).toBeVisible();
  open();
  await waitUntilInteractive(page);
  // What runs after the first rendering would have closed it by then.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await expect(link).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(link).toBeHidden();
});
