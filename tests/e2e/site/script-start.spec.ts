import { expect, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';

test('no script is asked for before the styles have come', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  const { styles, scripts } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const withEnding = (ending: string) => files.filter(({ name }) => name.endsWith(ending));
    return {
      styles: withEnding('.css').map(({ responseEnd }) => responseEnd),
      scripts: withEnding('.js').map(({ startTime }) => startTime),
    };
  });
  expect(styles.length).toBeGreaterThan(1);
  expect(scripts.length).toBeGreaterThan(3);
  expect(Math.min(...scripts)).toBeGreaterThanOrEqual(Math.max(...styles));
});

test('a page in a background tab, which is never drawn, becomes interactive too', async ({
  page,
}) => {
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
