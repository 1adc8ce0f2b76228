import { expect, test } from '#tests/support/browser/e2e.ts';
import {
  expectImageLoaded,
  openPage,
  readStructuredData,
  recordTransitions,
  watchPageData,
  restoreAfterEach,
} from '#tests/support/browser/site.ts';
import { buildBlogPost } from '#tests/support/factories.ts';

// Dates are those of Turkey in US English, wherever the browser is.
test.use({ timezoneId: 'America/Los_Angeles', locale: 'de-DE' });

restoreAfterEach();

test('the list has every published post, newest first', async ({ page, site }) => {
  await buildBlogPost(site.db, { isPublished: false, category: 'Only drafts' });
  await buildBlogPost(site.db, { createdAt: '2031-02-28T22:30:00Z' });
  const posts = await site.db
    .selectFrom('blogPosts')
    .selectAll()
    .where('isPublished', '=', true)
    .orderBy('createdAt', 'desc')
    .execute();
  await openPage(page, '/blog');

  const chips = page
    .getByRole('navigation', { name: 'Filter posts by category' })
    .getByRole('link');
  const categories = [...new Set(posts.map(({ category }) => category))];
  await expect(chips).toHaveText(['All', ...categories]);
  await expect(chips.first()).toHaveAttribute('aria-current', 'true');

  const cards = page.getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(posts.map(({ title }) => title));
  await expect(cards.locator('.badge')).toHaveText(posts.map(({ category }) => category));
  for (const { slug, excerpt, readingTime, featuredImageUrl, featuredImageAlt } of posts) {
    const card = cards.filter({ has: page.locator(`[href="/blog/${slug}"]`) });
    await expect(card.getByRole('link')).toHaveCount(1);
    await expect(card).toContainText(excerpt);
    await expect(card).toContainText(`${readingTime} min read`);
    if (featuredImageUrl)
      await expect(card.locator('img')).toHaveAttribute('alt', featuredImageAlt);
    else await expect(card.getByText('No image', { exact: true })).toBeVisible();
    await expect(card.locator('img')).toHaveCount(featuredImageUrl ? 1 : 0);
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

test('a chip filters posts, the URL and the structured data', async ({ page, site }) => {
  await openPage(page, '/blog');
  const requests = watchPageData(page);
  const cards = page.getByRole('article');
  const all = await cards.count();
  const chips = page.getByRole('navigation', { name: 'Filter posts by category' });
  const headlines = async () => {
    const [blog] = await readStructuredData<[{ blogPost: { headline: string }[] }]>(page);
    return blog.blogPost.map(({ headline }) => headline);
  };
  expect(await headlines()).toEqual(await cards.getByRole('heading').allTextContents());

  await chips.getByRole('link', { name: 'Data Analytics' }).press('Enter');
  await expect(page).toHaveURL(/\/blog\?category=Data\+Analytics$/);
  await expect(cards.locator('.badge')).toHaveText(Array(3).fill('Data Analytics'));
  await expect(chips.locator('[aria-current]')).toHaveText('Data Analytics');
  await expect(chips.locator('[aria-current]')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'posts in' })).toHaveText(
    '3 posts in Data Analytics',
  );
  await expect.poll(headlines).toEqual(await cards.getByRole('heading').allTextContents());

  await page.goBack();
  await expect(cards).toHaveCount(all);
  await page.goForward();
  await expect(cards).toHaveCount(3);
  await chips.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(cards).toHaveCount(all);
  expect(requests.filter((path) => path === '/blog.data')).toEqual([]);

  await page.goto('/blog?category=Gardening');
  await expect(page.getByRole('main')).toContainText(
    'No blog posts found for the selected category.',
  );
  await expect(cards).toHaveCount(0);
  await page.getByRole('link', { name: 'Show all posts' }).click();
  await expect(cards).toHaveCount(all);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/blog`);
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
  const post = await site.db
    .selectFrom('blogPosts')
    .selectAll()
    .where('slug', '=', 'e-invoicing-in-turkey')
    .executeTakeFirstOrThrow();
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
  await expect(
    article.getByRole('navigation', { name: 'On this page' }).getByRole('link'),
  ).toHaveText(await article.locator('.prose h2').allTextContents());
  await expect(page.getByText('Related Articles')).toHaveCount(0);

  const { category } = post;
  const older = [];
  for (const day of [1, 2, 3, 4]) {
    const createdAt = `2024-03-0${day}T10:00:00Z`;
    older.unshift(await buildBlogPost(site.db, { category, createdAt }));
  }
  await page.goto(`/blog/${post.slug}`);
  const related = page.getByRole('region', { name: 'Related Articles' }).getByRole('listitem');
  await expect(related.getByRole('heading')).toHaveText(
    older.slice(0, 3).map(({ title }) => title),
  );
  await expect(related.first()).toContainText(category);
  await expect(related.first()).toContainText(older[0]?.excerpt ?? '');
  await related.first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/blog/${older[0]?.slug}$`));
  await expect(related.first()).toContainText(post.title);
});

test('a text that cannot be rendered is reported in its place @full', async ({ page, site }) => {
  const post = await buildBlogPost(site.db);
  await site.db
    .updateTable('blogPosts')
    .set({ content: `${'<strong>'.repeat(3_000)}deep`, contentHtmlVersion: null })
    .where('id', '=', post.id)
    .execute();
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
  expect(response.headers()).toMatchObject({
    location: `/blog/${slug}`,
    'cache-control': 'no-cache',
  });
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
