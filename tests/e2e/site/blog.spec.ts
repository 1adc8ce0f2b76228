import { expect, test } from '#tests/support/browser/e2e.ts';
import {
  expectImageLoaded,
  listShown,
  openPage,
  recordTransitions,
  restoreAfterEach,
} from '#tests/support/browser/site.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import { readRow, updateRows } from '#tests/support/database/rows.ts';

// Dates are those of Turkey in US English, wherever the browser is.
test.use({ timezoneId: 'America/Los_Angeles', locale: 'de-DE' });

restoreAfterEach();

test('the list has every published post, newest first', async ({ page, site }) => {
  await buildBlogPost(site.db, { isPublished: false, category: 'Only drafts' });
  await buildBlogPost(site.db, { createdAt: '2031-02-28T22:30:00Z' });
  const posts = await listShown(site, 'blogPosts');
  await openPage(page, '/blog');

  const chips = page.getByRole('navigation', { name: /^Filter/ }).getByRole('link');
  await expect(chips).toHaveText(['All', ...new Set(posts.map(({ category }) => category))]);
  const cards = page.getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(posts.map(({ title }) => title));
  await expect(cards.locator('.badge')).toHaveText(posts.map(({ category }) => category));
  for (const { slug, excerpt, readingTime, featuredImageUrl, featuredImageAlt } of posts) {
    const card = cards.filter({ has: page.locator(`[href="/blog/${slug}"]`) });
    await expect(card.getByRole('link')).toHaveCount(1);
    for (const text of [excerpt, `${readingTime} min read`]) await expect(card).toContainText(text);
    const image = featuredImageUrl
      ? card.getByAltText(featuredImageAlt)
      : card.getByText('No image');
    await expect(image).toHaveCount(1);
  }
  await expect(cards.locator('time').first()).toHaveText('March 1, 2031');
  await expect(cards.locator('time').nth(1)).toHaveText('November 3, 2026');
  await expectImageLoaded(cards.nth(1).locator('img'));

  await cards.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(posts[0]?.title ?? '');
  await expect(page.locator('article time')).toHaveText('March 1, 2031');
  await page.getByRole('link', { name: 'Vitrin Software, home' }).click();
  await expect(page.getByText('Mar 1, 2031', { exact: true })).toBeVisible();
});

test('the image of a card grows into that of its post, and back @full', async ({ page }) => {
  const transitions = await recordTransitions(page);
  await openPage(page, '/blog');
  await page.getByRole('article').nth(2).getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\/.+/);
  await expect.poll(transitions).toEqual(['list to page']);
  await page.goBack();
  await expect.poll(transitions).toEqual(['list to page', 'page to list']);
});

test('a post has its facts, its text and related posts', async ({ page, site }) => {
  const post = await readRow(site.db, 'blogPosts', '*', { slug: 'e-invoicing-in-turkey' });
  await page.goto(`/blog/${post.slug}`);
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
  const article = main.getByRole('article');
  await expect(article.locator('.badge')).toHaveText(post.category);
  await expect(article.locator('time')).toHaveText('October 13, 2026');
  for (const text of [post.excerpt, 'By Murat Çetin', '4 min read']) {
    await expect(article.getByText(text, { exact: true })).toBeVisible();
  }
  const image = article.locator('img');
  await expect(image).toHaveAttribute('src', post.featuredImageUrl ?? '');
  await expect(image).toHaveAttribute('alt', post.featuredImageAlt);
  const imageWidth = (await image.boundingBox())?.width ?? 0;
  const headerWidth = (await article.locator('h1').boundingBox())?.width ?? 0;
  expect(imageWidth).toBeGreaterThan(headerWidth);
  expect(await article.locator('.prose h2').count()).toBeGreaterThan(1);
  await expect(article).not.toContainText('##');
  const contents = article.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await expect(contents).toHaveText(await article.locator('.prose h2').allTextContents());
  await expect(page.getByText('Related Articles')).toHaveCount(0);

  const { category } = post;
  const older = await buildBlogPost(site.db, { category, createdAt: '2024-03-01T10:00:00Z' });
  await page.goto(`/blog/${post.slug}`);
  const related = page.getByRole('region', { name: 'Related Articles' }).getByRole('listitem');
  await expect(related.getByRole('heading')).toHaveText([older.title]);
  for (const text of [category, older.excerpt]) await expect(related).toContainText(text);
  await related.getByRole('link').click();
  await expect(page).toHaveURL(`/blog/${older.slug}`);
  await expect(related).toContainText(post.title);
});

test('a text that cannot be rendered is reported in its place @full', async ({ page, site }) => {
  const post = await buildBlogPost(site.db);
  const content = `${'<strong>'.repeat(3_000)}deep`;
  await updateRows(site.db, 'blogPosts', { id: post.id }, { content, contentHtmlVersion: null });
  const response = await page.goto(`/blog/${post.slug}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
  await expect(page.getByText('Error rendering content', { exact: true })).toBeVisible();
});

test('a former URL of a post leads to its current one', async ({ page, site }) => {
  const formerSlugs = [`former-${Date.now()}`];
  const { slug, title } = await buildBlogPost(site.db, { formerSlugs });
  const former = `/blog/${formerSlugs[0]}`;
  const response = await page.request.get(former, { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  const { location, 'cache-control': caching } = response.headers();
  expect([location, caching]).toEqual([`/blog/${slug}`, 'no-cache']);
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain(former);

  // A page that was open before the change requests the data of the former URL.
  await openPage(page, '/blog');
  await page.route(
    `**/blog/${slug}.data`,
    (route) => route.continue({ url: route.request().url().replace(`/blog/${slug}`, former) }),
    { times: 1 },
  );
  await page.getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(new RegExp(`/blog/${slug}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});
