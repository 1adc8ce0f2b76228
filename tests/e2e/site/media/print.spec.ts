import { expect, test } from '#tests/support/browser/e2e.ts';

test.use({ colorScheme: 'dark' });

test('the terms with an identity fit on three sheets, the privacy policy on four @full', async ({
  page,
}) => {
  for (const [path, sheets] of [
    ['/terms-of-service', 3],
    ['/privacy-policy', 4],
  ] as const) {
    await page.goto(path);
    const file = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect(file.toString('latin1').match(/\/Type\s*\/Page\b/g), path).toHaveLength(sheets);
  }
});

test('paper has links, answers and whole drawings @full', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/contact');
  await expect(page.locator('footer')).toContainText('All rights reserved.');
  const map = page.locator('main a[href*="openstreetmap"]').first();
  const behind = await map.evaluate((link) => getComputedStyle(link, '::after').content);
  expect(behind).toContain(await map.getAttribute('href'));

  await page.goto('/faq');
  const answers = page.locator('main details > :not(summary)');
  expect(await answers.count()).toBeGreaterThan(5);
  for (const answer of await answers.all()) await expect(answer).toBeVisible();

  for (const path of ['/', '/blog/e-invoicing-in-turkey']) {
    await page.goto(path);
    const rules = await page.locator('main').evaluate((main) => ({
      headings: [...main.querySelectorAll('h1, h2, h3')].map(
        (each) => getComputedStyle(each).breakAfter,
      ),
      drawings: [...main.querySelectorAll('img, svg')].map(
        (each) => getComputedStyle(each).breakInside,
      ),
    }));
    expect(new Set(Object.values(rules).flat()), path).toEqual(new Set(['avoid']));
  }
});
