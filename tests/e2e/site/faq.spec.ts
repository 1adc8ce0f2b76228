import type { Page } from '@playwright/test';
import { expect, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';
import { buildFaq } from '#tests/support/factories.ts';

const CATEGORY = 'FAQ Journey & more';

test.afterEach(async ({ site }) => {
  await site.db.deleteFrom('faqs').where('category', '=', CATEGORY).execute();
});

async function structuredQuestions(page: Page): Promise<{ question: string; answer: string }[]> {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const [faqPage] = JSON.parse(text ?? '') as [
    { mainEntity: { name: string; acceptedAnswer: { text: string } }[] },
  ];
  return faqPage.mainEntity.map(({ name, acceptedAnswer }) => ({
    question: name,
    answer: acceptedAnswer.text,
  }));
}

test('published questions in order under their categories', async ({ page, site }) => {
  await buildFaq(site.db, { category: CATEGORY, sortOrder: 902, answer: 'One.\n\nTwo\nthree.' });
  await buildFaq(site.db, { category: CATEGORY, sortOrder: 901 });
  const draft = await buildFaq(site.db, { category: CATEGORY, isPublished: false });
  const faqs = await site.db
    .selectFrom('faqs')
    .selectAll()
    .where('isPublished', '=', true)
    .orderBy('sortOrder')
    .execute();
  const categories = [...new Set(faqs.map(({ category }) => category))];
  expect(categories.length).toBeGreaterThan(3);
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions');
  const filter = page.getByRole('navigation', { name: 'Filter questions by category' });
  await expect(filter.getByRole('link')).toHaveText(['All Categories', ...categories]);
  await expect(filter.locator('[aria-current]')).toHaveText('All Categories');
  for (const category of categories) {
    const group = page.getByRole('region', { name: category, exact: true });
    await expect(group.getByRole('heading', { level: 2 })).toHaveText(category);
    await expect(group.locator('summary')).toHaveText(
      faqs.filter((faq) => faq.category === category).map(({ question }) => question),
    );
  }
  await expect(page.getByRole('main')).not.toContainText(draft.question);
  expect(await structuredQuestions(page)).toEqual(
    faqs.map(({ question, answer }) => ({ question, answer })),
  );

  const lines = page.getByRole('region', { name: CATEGORY }).locator('details').last();
  await lines.locator('summary').click();
  expect(await lines.locator('p').innerText()).toBe('One.\n\nTwo\nthree.');
  const height = (await lines.locator('p').boundingBox())?.height ?? 0;
  await page.getByRole('region', { name: CATEGORY }).locator('summary').first().click();
  const single = page.getByRole('region', { name: CATEGORY }).locator('details').first();
  await expect(single.locator('p')).toBeVisible();
  expect(height).toBeGreaterThan(1.5 * ((await single.locator('p').boundingBox())?.height ?? 0));

  const closing = page.getByRole('region', { name: 'Still Have Questions?' });
  await expect(closing.getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
    'href',
    '/contact',
  );
  await expect(closing.getByRole('link', { name: 'Request Quote' })).toHaveAttribute(
    'href',
    '/order',
  );
});

test('one answer of a group is open at a time, and can be closed again', async ({ page }) => {
  await page.goto('/faq');
  await waitUntilInteractive(page);
  const services = page.getByRole('region', { name: 'Services' });
  const process = page.getByRole('region', { name: 'Process' });
  const open = services.locator('details[open]');
  await expect(page.locator('main details[open]')).toHaveCount(0);
  await services.locator('summary').nth(0).click();
  await expect(open.locator('summary')).toHaveText('What kinds of software do you build?');
  await expect(open.locator('p')).toBeVisible();
  await services.locator('summary').nth(1).click();
  await expect(open).toHaveCount(1);
  await expect(open.locator('summary')).toHaveText(
    'Can you work with the systems we already have?',
  );
  await process.locator('summary').nth(0).click();
  await expect(page.locator('main details[open]')).toHaveCount(2);
  await services.locator('summary').nth(1).click();
  await expect(open).toHaveCount(0);
  await expect(services.locator('details p').first()).toBeHidden();
  await expect(process.locator('details[open] p')).toBeVisible();
});

test('a category shows one accordion, is part of the address and of the structured data', async ({
  page,
}) => {
  await page.goto('/faq');
  await waitUntilInteractive(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/faq.data') asked.push(request.url());
  });
  const questions = page.locator('main summary');
  const all = await questions.allTextContents();
  const filter = page.getByRole('navigation', { name: 'Filter questions by category' });
  const shownQuestions = async () =>
    (await structuredQuestions(page)).map(({ question }) => question);
  await filter.getByRole('link', { name: 'Pricing & Payment' }).click();
  await expect(page).toHaveURL(/\/faq\?category=Pricing\+%26\+Payment$/);
  await expect(filter.locator('[aria-current]')).toHaveText('Pricing & Payment');
  await expect(page.locator('main section:has(details)')).toHaveCount(1);
  await expect(questions).toHaveText([
    'What does a project cost?',
    'Is the first consultation really free?',
    'What happens to the price when we change our minds?',
  ]);
  await expect.poll(shownQuestions).toEqual(await questions.allTextContents());
  await questions.nth(0).click();
  await questions.nth(2).click();
  await expect(page.locator('main details[open] summary')).toHaveText(
    'What happens to the price when we change our minds?',
  );
  await page.goBack();
  await expect(questions).toHaveText(all);
  await expect.poll(shownQuestions).toEqual(all);
  expect(asked).toEqual([]);

  await page.goto('/faq?category=Pricing+%26+Payment');
  await expect(questions).toHaveCount(3);
  expect(await shownQuestions()).toHaveLength(3);
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
  await page.goto('/faq');
  await waitUntilInteractive(page);
  await page.evaluate((anchor) => (window.location.hash = anchor), COST.anchor);
  await expect(page.locator('main details[open] summary')).toHaveText(COST.question);
});

test('the link of an answer is copied, and is the same under a filter @full', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/faq?category=Pricing+%26+Payment');
  await waitUntilInteractive(page);
  await page.locator('summary', { hasText: COST.question }).click();
  const link = page.getByRole('link', { name: `Link to this answer: ${COST.question}` });
  await expect(link).toHaveAttribute('href', `/faq#${COST.anchor}`);
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await link.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${site.url}/faq#${COST.anchor}`,
  );
  await expect(page).toHaveURL(/category=/);
});

test('where nothing can be copied, the address bar has the link @full', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto('/faq');
  await waitUntilInteractive(page);
  await page.locator('summary', { hasText: COST.question }).click();
  await page.getByRole('link', { name: `Link to this answer: ${COST.question}` }).click();
  await expect(page).toHaveURL(new RegExp(`/faq#${COST.anchor}$`));
  await expect(page.locator('main details[open] summary')).toHaveText(COST.question);
});
