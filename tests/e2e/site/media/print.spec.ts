import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';

test.use({ colorScheme: 'dark' });

async function countPages(page: Page): Promise<number> {
  const file = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('the terms fit on two sheets, the privacy policy on three @full', async ({ page }) => {
  for (const [path, sheets] of [
    ['/terms-of-service', 2],
    ['/privacy-policy', 3],
  ] as const) {
    await page.goto(path);
    expect(await countPages(page), path).toBe(sheets);
  }
});

test('paper says where links to other sites lead, and has every answer @full', async ({ page }) => {
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
});

test('headings and drawings stay whole on paper @full', async ({ page, site }) => {
  await page.emulateMedia({ media: 'print' });
  const { slug } = await site.db
    .selectFrom('blogPosts')
    .select('slug')
    .where('isPublished', '=', true)
    .executeTakeFirstOrThrow();
  for (const path of ['/', `/blog/${slug}`]) {
    await page.goto(path);
    const rules = await page.locator('main').evaluate((main) => ({
      headings: [...main.querySelectorAll('h1, h2, h3')].map(
        (each) => getComputedStyle(each).breakAfter,
      ),
      drawings: [...main.querySelectorAll('img, svg')].map(
        (each) => getComputedStyle(each).breakInside,
      ),
    }));
    expect(new Set(rules.headings), path).toEqual(new Set(['avoid']));
    expect(new Set(rules.drawings), path).toEqual(new Set(['avoid']));
  }
});
