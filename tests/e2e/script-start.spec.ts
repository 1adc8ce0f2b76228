import { expect, test, waitUntilInteractive } from '#tests/support/e2e.ts';

test('the page is drawn before its scripts are asked for', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  const { paint, scripts } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }));
  expect(scripts.length).toBeGreaterThan(3);
  expect(Math.min(...scripts)).toBeGreaterThanOrEqual(Math.floor(paint));
});

test('a page in a background tab, which is never drawn, becomes interactive too', async ({ page }) => {
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
