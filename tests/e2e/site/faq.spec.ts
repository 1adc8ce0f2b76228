import { expect, test } from '#tests/support/browser/e2e.ts';
import { openPage, readStructuredData, restoreAfterEach } from '#tests/support/browser/site.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { buildFaq } from '#tests/support/factories.ts';

const CATEGORY = 'FAQ Journey & more';

restoreAfterEach();

test('questions in their order, one answer open at a time', async ({ page, site }) => {
  await buildFaq(site.db, { category: CATEGORY, sortOrder: 902, answer: 'One.\n\nTwo\nthree.' });
  await buildFaq(site.db, { category: CATEGORY, sortOrder: 901 });
  const draft = await buildFaq(site.db, { category: CATEGORY, isPublished: false });
  const faqs = await readRows(site.db, 'faqs', '*', { isPublished: true }, 'sortOrder');
  const categories = [...new Set(faqs.map(({ category }) => category))];
  await openPage(page, '/faq');
  const chips = page.getByRole('navigation', { name: /^Filter/ }).getByRole('link');
  await expect(chips).toHaveText(['All Categories', ...categories]);
  for (const category of categories) {
    const group = page.getByRole('region', { name: category, exact: true });
    await expect(group.getByRole('heading', { level: 2 })).toHaveText(category);
    const own = faqs.filter((faq) => faq.category === category);
    await expect(group.locator('summary')).toHaveText(own.map(({ question }) => question));
  }
  await expect(page.getByRole('main')).not.toContainText(draft.question);
  const mainEntity = faqs.map(({ question, answer }) => ({
    name: question,
    acceptedAnswer: { text: answer },
  }));
  expect(await readStructuredData(page)).toMatchObject([{ mainEntity }, {}]);

  const own = page.getByRole('region', { name: CATEGORY });
  const open = own.locator('details[open]');
  await expect(page.locator('main details[open]')).toHaveCount(0);
  await own.locator('summary').first().press('Enter');
  const height = (await open.locator('p').boundingBox())?.height ?? NaN;
  await own.locator('summary').last().press('Space');
  await expect(open).toHaveCount(1);
  expect(await open.locator('p').innerText()).toBe('One.\n\nTwo\nthree.');
  expect((await open.locator('p').boundingBox())?.height).toBeGreaterThan(1.5 * height);
  const other = page.getByRole('region', { name: 'Process' });
  await other.locator('summary').first().click();
  await expect(page.locator('main details[open]')).toHaveCount(2);
  await own.locator('summary').last().click();
  await expect(open).toHaveCount(0);
  await expect(own.locator('details p').last()).toBeHidden();
  await expect(other.locator('details[open] p')).toBeVisible();
});

const COST = { question: 'What does a project cost?', anchor: 'question-what-does-a-project-cost' };

test('a link opens its answer, with and without scripts', async ({ page, browser, site }) => {
  const withoutScripts = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  for (const visited of [page, await withoutScripts.newPage()]) {
    await visited.goto(`/faq#${COST.anchor}`);
    const open = visited.locator('main details[open]');
    await expect(open.locator('summary')).toHaveText(COST.question);
    await expect(open.locator('summary')).toBeInViewport();
    await expect(open.locator('p')).toBeInViewport();
  }
  await withoutScripts.close();

  // While the page is open, where no document is loaded.
  await openPage(page, '/faq');
  await page.evaluate((anchor) => (window.location.hash = anchor), COST.anchor);
  await expect(page.locator('main details[open] summary')).toHaveText(COST.question);
});

test('the link of an answer is copied @full', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, '/faq?category=Pricing+%26+Payment');
  const question = page.locator('summary', { hasText: COST.question });
  await question.click();
  const link = page.getByRole('link', { name: `Link to this answer: ${COST.question}` });
  await expect(link).toHaveAttribute('href', `/faq#${COST.anchor}`);
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${site.url}/faq#${COST.anchor}`);
  await expect(page).toHaveURL(/category=/);

  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await openPage(page, '/faq');
  await question.click();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/faq#${COST.anchor}$`));
  await expect(page.locator('main details[open] summary')).toHaveText(COST.question);
});
