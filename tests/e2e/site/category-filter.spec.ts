import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { openPage, readStructuredData } from '#tests/support/browser/site.ts';

/** The filtered lists, each with a category of `count` items. */
const LISTS = [
  {
    path: '/blog',
    titles: 'main article h2',
    category: 'Data Analytics',
    count: 3,
    noun: 'posts',
    noMatch: 'No blog posts found for the selected category.',
  },
  {
    path: '/portfolio',
    titles: 'main article h2',
    category: 'Real Estate',
    count: 2,
    noun: 'projects',
    noMatch: 'No projects found for the selected category',
  },
  {
    path: '/faq',
    titles: 'main summary',
    category: 'Pricing & Payment',
    count: 3,
    noun: 'questions',
    noMatch: 'No questions found for the selected category.',
  },
] as const;

type List = (typeof LISTS)[number];

function findParts(page: Page, { titles }: List) {
  const chips = page.getByRole('navigation', { name: /^Filter/ });
  const groups = page.locator('main :is(article p.badge, section:has(details) h2)');
  return { titles: page.locator(titles), chips, current: chips.locator('[aria-current]'), groups };
}

async function expectFiltered(page: Page, list: List): Promise<void> {
  const { category, count, noun } = list;
  const { titles, current, groups } = findParts(page, list);
  await expect(page).toHaveURL(`${list.path}?${new URLSearchParams({ category })}`);
  await expect(titles).toHaveCount(count);
  expect(new Set(await groups.allTextContents())).toEqual(new Set([category]));
  await expect(current).toHaveText(category);
  await expect(page.getByText(`${count} ${noun} in ${category}`)).toBeAttached();
}

for (const list of LISTS) {
  const { path, category, noun } = list;

  test(`a category filters ${path}, its URL and its data`, async ({ page, site }) => {
    await openPage(page, path);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const { titles, chips, current } = findParts(page, list);
    const all = await titles.allTextContents();
    const listDescribed = async () => {
      const data = JSON.stringify(await readStructuredData(page));
      return all.filter((title) => data.includes(JSON.stringify(title)));
    };
    expect(await listDescribed()).toEqual(all);
    await expect(current).toHaveText(/^All/);
    await chips.getByRole('link', { name: category }).press('Enter');
    await expectFiltered(page, list);
    await expect(current).toBeFocused();
    await expect.poll(listDescribed).toEqual(await titles.allTextContents());
    await page.goBack();
    await expect(titles).toHaveText(all);
    await page.goForward();
    await expectFiltered(page, list);
    await chips.getByRole('link', { name: /^All/ }).click();
    await expect(page).toHaveURL(path);
    await expect(titles).toHaveText(all);
    expect(requests).not.toContain(`${path}.data`);

    await page.goto(`${path}?category=Gardening`);
    await expect(page.getByText(list.noMatch, { exact: true })).toBeVisible();
    await expect(titles).toHaveCount(0);
    await page.getByRole('link', { name: `Show all ${noun}` }).click();
    await expect(titles).toHaveText(all);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', site.url + path);
  });
}

test.describe('without scripts @full', () => {
  test.use({ javaScriptEnabled: false });

  test('a category filters each list and its data', async ({ page }) => {
    for (const list of LISTS) {
      await page.goto(list.path);
      const { titles, chips } = findParts(page, list);
      const all = await titles.allTextContents();
      await chips.getByRole('link', { name: list.category }).click();
      await expectFiltered(page, list);
      const data = JSON.stringify(await readStructuredData(page));
      const described = all.filter((title) => data.includes(JSON.stringify(title)));
      expect(described).toEqual(await titles.allTextContents());
    }
  });
});
