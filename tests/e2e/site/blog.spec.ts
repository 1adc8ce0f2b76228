import type { Locator, Page } from '@playwright/test';
import { expect, type Site, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';
import { buildBlogPost, buildFaq } from '#tests/support/factories.ts';

const AUTHOR = 'Blog Journey';

test.afterEach(async ({ site }) => {
  await site.db.deleteFrom('blogPosts').where('author', '=', AUTHOR).execute();
});

test('the list has every published post, newest first', async ({ page, site }) => {
  await buildBlogPost(site.db, { author: AUTHOR, isPublished: false, category: 'Only drafts' });
  await buildBlogPost(site.db, { author: AUTHOR, createdAt: '2024-01-01T10:00:00Z' });
  const posts = await site.db
    .selectFrom('blogPosts')
    .selectAll()
    .where('isPublished', '=', true)
    .orderBy('createdAt', 'desc')
    .execute();
  await page.goto('/blog');
  await waitUntilInteractive(page);

  const chips = page
    .getByRole('navigation', { name: 'Filter posts by category' })
    .getByRole('link');
  const categories = [...new Set(posts.map(({ category }) => category))];
  await expect(chips).toHaveText(['All', ...categories]);
  await expect(chips.first()).toHaveAttribute('aria-current', 'true');

  const cards = page.getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(posts.map(({ title }) => title));
  for (const [index, post] of posts.entries()) {
    const card = cards.nth(index);
    await expect(card.locator('.badge')).toHaveText(post.category);
    await expect(card).toContainText(post.excerpt);
    await expect(card).toContainText(`${post.readingTime} min read`);
    await expect(card.getByRole('link')).toHaveAttribute('href', `/blog/${post.slug}`);
    if (post.featuredImageUrl) {
      await expect(card.locator('img')).toHaveAttribute('alt', post.featuredImageAlt);
      await expect(card).not.toContainText('No image');
    } else {
      await expect(card.locator('img')).toHaveCount(0);
      await expect(card.getByText('No image', { exact: true })).toBeVisible();
    }
  }
  expect(posts.some(({ featuredImageUrl }) => featuredImageUrl === null)).toBe(true);
  await expect(cards.first().locator('time')).toHaveText('November 3, 2026');

  const image = cards.nth(1).locator('img');
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
});

test('a chip filters what is loaded, is part of the address and of the structured data', async ({
  page,
  site,
}) => {
  await page.goto('/blog');
  await waitUntilInteractive(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/blog.data') asked.push(request.url());
  });
  const cards = page.getByRole('article');
  const all = await cards.count();
  const chips = page.getByRole('navigation', { name: 'Filter posts by category' });
  const headlines = async () => {
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    const [blog] = JSON.parse(text ?? '') as [{ blogPost: { headline: string }[] }];
    return blog.blogPost.map(({ headline }) => headline);
  };
  expect(await headlines()).toEqual(await cards.getByRole('heading').allTextContents());

  await chips.getByRole('link', { name: 'Data Analytics' }).click();
  await expect(page).toHaveURL(/\/blog\?category=Data\+Analytics$/);
  await expect(cards).toHaveCount(3);
  await expect(cards.locator('.badge')).toHaveText(Array(3).fill('Data Analytics'));
  await expect(chips.locator('[aria-current]')).toHaveText('Data Analytics');
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
  expect(asked).toEqual([]);

  await page.goto('/blog?category=Gardening');
  await expect(page.getByRole('main')).toContainText(
    'No blog posts found for the selected category.',
  );
  await expect(cards).toHaveCount(0);
  await page.getByRole('link', { name: 'Show all posts' }).click();
  await expect(cards).toHaveCount(all);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/blog`);
});

test('the list leads on to an answer and to the work @full', async ({ page }) => {
  await page.goto('/blog?category=Gardening');
  const closing = page.getByRole('region', { name: 'Is One of These Your Problem?' });
  await expect(closing.getByRole('link')).toHaveText([
    'Describe Your Problem',
    'See What We Built',
  ]);
  await closing.getByRole('link', { name: 'Describe Your Problem' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('cards fill their rows, however many there are @full', async ({ page, site }) => {
  const category = 'Rows of one category';
  for (const count of [1, 2, 3, 4, 5, 6, 7]) {
    await buildBlogPost(site.db, { author: AUTHOR, category });
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/blog?category=${category}`);
      await expect(page.getByRole('article')).toHaveCount(count);
      const ends = await page.getByRole('article').evaluateAll((cards) => {
        const rows = Map.groupBy(cards, (card) => Math.round(card.getBoundingClientRect().top));
        return [...rows.values()].map((row) => row.at(-1)?.getBoundingClientRect().right ?? 0);
      });
      expect(ends.map((end) => Math.round(end - (ends[0] ?? 0)), `${count} at ${width}`)).toEqual(
        ends.map(() => 0),
      );
    }
  }
});

test('the image of a card grows into that of its post, and back @full', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: number[][] = [];
    const count = () => document.querySelectorAll('.opened-image').length;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const before = count();
      const transition = start(update);
      void transition.updateCallbackDone.then(() => seen.push([before, count()]));
      return transition;
    };
    Object.assign(window, { seen });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: number[][] }).seen);
  await page.goto('/blog');
  await waitUntilInteractive(page);
  await page.getByRole('article').nth(2).getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\/.+/);
  await expect.poll(seen).toEqual([[1, 1]]);
  await page.goBack();
  await expect.poll(seen).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test.describe('in a browser far from Turkey @full', () => {
  test.use({ timezoneId: 'America/Los_Angeles', locale: 'de-DE' });

  test('dates are those of Turkey in US English', async ({ page, site }) => {
    const post = await buildBlogPost(site.db, {
      author: AUTHOR,
      createdAt: '2031-02-28T22:30:00Z',
    });
    await page.goto('/blog');
    await waitUntilInteractive(page);
    const card = page.getByRole('article').first();
    await expect(card.locator('time')).toHaveText('March 1, 2031');
    await card.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
    await expect(page.locator('article time')).toHaveText('March 1, 2031');
    await page.getByRole('link', { name: 'Vitrin Software, home' }).click();
    await expect(page.getByRole('article').filter({ hasText: post.title })).toContainText(
      'Mar 1, 2031',
    );
  });
});

test('the list has its metadata @full', async ({ page, site }) => {
  await page.goto('/blog');
  await expect(page).toHaveTitle('Blog | Vitrin Software');
  const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`);
  await expect(meta('description')).toHaveAttribute('content', /custom business software/);
  await expect(meta('keywords')).toHaveAttribute('content', /data analytics/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/blog`);
  await expect(meta('og:title')).toHaveAttribute('content', 'Blog | Vitrin Software');
  await expect(meta('og:type')).toHaveAttribute('content', 'website');
  await expect(meta('og:url')).toHaveAttribute('content', `${site.url}/blog`);
  await expect(meta('og:image')).toHaveAttribute('content', `${site.url}/share.png`);
  await expect(meta('twitter:card')).toHaveAttribute('content', 'summary_large_image');
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(text ?? '')).toMatchObject([
    { '@type': 'Blog', url: `${site.url}/blog`, publisher: { name: 'Vitrin Software' } },
    { '@type': 'BreadcrumbList' },
  ]);
});

function findPost({ db }: Site) {
  return db
    .selectFrom('blogPosts')
    .selectAll()
    .where('slug', '=', 'e-invoicing-in-turkey')
    .executeTakeFirstOrThrow();
}

function metaOf(page: Page, name: string): Locator {
  return page.locator(`meta[name="${name}"], meta[property="${name}"]`);
}

test('a post has its facts, its text and its card', async ({ page, site }) => {
  const post = await findPost(site);
  await page.goto(`/blog/${post.slug}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
  const article = main.getByRole('article');
  await expect(article.locator('.badge')).toHaveText(post.category);
  await expect(article.getByText(post.excerpt)).toBeVisible();
  await expect(article.getByText('By Murat Çetin', { exact: true })).toBeVisible();
  await expect(article.locator('time')).toHaveText('October 13, 2026');
  await expect(article.getByText('4 min read', { exact: true })).toBeVisible();
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

  const card = main.locator('section:has-text("Ready to Transform Your Data?")');
  await expect(card.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/contact');
  await expect(card.getByRole('link', { name: 'View Our Work' })).toHaveAttribute(
    'href',
    '/portfolio',
  );
});

test('a post has its metadata @full', async ({ page, site }) => {
  const post = await findPost(site);
  await page.goto(`/blog/${post.slug}`);
  const url = `${site.url}/blog/${post.slug}`;
  const title = `${post.title} | Vitrin Software`;
  await expect(page).toHaveTitle(title);
  await expect(metaOf(page, 'description')).toHaveAttribute('content', post.excerpt);
  await expect(metaOf(page, 'keywords')).toHaveAttribute(
    'content',
    'finance, data analytics, business intelligence',
  );
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', url);
  await expect(metaOf(page, 'og:title')).toHaveAttribute('content', title);
  await expect(metaOf(page, 'og:description')).toHaveAttribute('content', post.excerpt);
  await expect(metaOf(page, 'og:type')).toHaveAttribute('content', 'article');
  await expect(metaOf(page, 'og:url')).toHaveAttribute('content', url);
  await expect(metaOf(page, 'og:image')).toHaveAttribute(
    'content',
    `${site.url}${post.featuredImageUrl}`,
  );
  await expect(metaOf(page, 'og:image:alt')).toHaveAttribute('content', post.featuredImageAlt);
  // X does not show SVG, so it gets the site's image; the size is only stated for that one.
  await expect(metaOf(page, 'og:image:width')).toHaveCount(0);
  await expect(metaOf(page, 'twitter:image')).toHaveAttribute('content', `${site.url}/share.png`);
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(text ?? '')[0]).toMatchObject({
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.excerpt,
    author: { '@type': 'Organization', name: 'Vitrin Software' },
    publisher: { '@type': 'Organization', name: 'Vitrin Software' },
    datePublished: post.createdAt.toISOString(),
    image: `${site.url}${post.featuredImageUrl}`,
  });
});

test('a post without an image names none @full', async ({ page, site }) => {
  const { slug } = await buildBlogPost(site.db, { author: AUTHOR });
  await page.goto(`/blog/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(metaOf(page, 'og:title')).toHaveCount(1);
  await expect(metaOf(page, 'og:image')).toHaveCount(0);
});

test('up to three related posts of the category, or no section @full', async ({ page, site }) => {
  const category = 'Journeys of one category';
  const posts = [];
  for (const day of [1, 2, 3, 4, 5]) {
    posts.push(
      await buildBlogPost(site.db, {
        author: AUTHOR,
        category,
        createdAt: `2024-03-0${day}T10:00:00Z`,
        isPublished: day !== 5,
      }),
    );
  }
  const [first, second, third, fourth, draft] = posts;
  await page.goto(`/blog/${second?.slug}`);
  const section = page.getByRole('region', { name: 'Related Articles' });
  const related = section.getByRole('listitem');
  await expect(related.getByRole('heading')).toHaveText([
    fourth?.title ?? '',
    third?.title ?? '',
    first?.title ?? '',
  ]);
  await expect(section).not.toContainText(draft?.title ?? '');
  await expect(related.first()).toContainText(category);
  await expect(related.first()).toContainText(fourth?.excerpt ?? '');
  await related.first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/blog/${fourth?.slug}$`));
  await expect(related).toHaveCount(3);

  const extra = await buildBlogPost(site.db, {
    author: AUTHOR,
    category,
    createdAt: '2024-03-06T10:00:00Z',
  });
  await page.goto(`/blog/${fourth?.slug}`);
  await expect(related).toHaveCount(3);
  await expect(related.first()).toContainText(extra.title);

  await page.goto('/blog/e-invoicing-in-turkey');
  await expect(page.getByText('Ready to Transform Your Data?')).toBeVisible();
  await expect(page.getByText('Related Articles')).toHaveCount(0);
});

test('a missing, a draft and a deleted post answer 404 @full', async ({ page, site, problems }) => {
  problems.allow(/404/);
  const draft = await buildBlogPost(site.db, { author: AUTHOR, isPublished: false });
  const deleted = await buildBlogPost(site.db, {
    author: AUTHOR,
    deletedAt: '2026-01-01T00:00:00Z',
  });
  for (const slug of ['no-such-post', draft.slug, deleted.slug, 'Two%20words']) {
    const response = await page.request.get(`/blog/${slug}`);
    expect(response.status(), slug).toBe(404);
    expect(await response.text(), slug).not.toContain(draft.excerpt);
  }
  await page.goto(`/blog/${draft.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
  await expect(page.getByRole('main')).toContainText(
    "The blog post you're looking for doesn't exist.",
  );
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(page.getByRole('article').filter({ hasText: draft.title })).toHaveCount(0);
});

const HOSTILE = `# Heading of the text

before <script>window.ran = 'script'</script>after

<img src="/nothing.png" onerror="window.ran = 'onerror'">picture text

[markdown link](javascript:window.ran='markdown') and <a href="javascript:window.ran='anchor'">anchor text</a>

<style>main { display: none }</style>

<iframe src="https://frame.example/" srcdoc="<script>parent.ran = 'frame'</script>">frame text</iframe>

<svg onload="window.ran = 'svg'"><text>drawing text</text></svg>

<p class="lead fixed inset-0" id="gone" style="color: red" onclick="window.ran = 'click'">paragraph text</p>

<form action="https://form.example/"><button formaction="javascript:window.ran=1">form text</button></form>

![image text](https://image.example/pixel.png)

first line
second line

> quoted

- item with **strong** and *emphasis*

\`inline\` and ~~struck text~~

| Column |
| ------ |
| cell text |

\`\`\`js
const fence = 1;
\`\`\``;

const POST_TAGS = 'p br strong em ul ol li h1 h2 h3 h4 h5 h6 blockquote code pre'.split(' ');

test('hostile markdown shows its text and nothing runs @full', async ({ page, site }) => {
  const post = await buildBlogPost(site.db, {
    author: AUTHOR,
    title: 'Title </script><script>window.ran = "title"</script>',
    excerpt: '"><img src=x onerror="window.ran = 1">',
    category: '<b>Bold</b>',
    content: HOSTILE,
    contentHtml: '<script>window.ran = "stored"</script><p id="stored">stored</p>',
    contentHtmlVersion: 'of an earlier sanitiser',
  });
  await page.goto(`/blog/${post.slug}`);
  await waitUntilInteractive(page);
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(post.title);
  await expect(page.locator('.badge').first()).toHaveText('<b>Bold</b>');
  const prose = page.locator('.prose');
  for (const text of [
    'Heading of the text',
    'before after',
    'picture text',
    'markdown link and anchor text',
    'frame text',
    'drawing text',
    'paragraph text',
    'form text',
    'struck text',
    'Column',
    'cell text',
    'const fence = 1;',
  ]) {
    await expect(prose).toContainText(text);
  }
  await expect(prose).not.toContainText('window.ran');
  await expect(prose).not.toContainText('display: none');
  const found = await prose.evaluate((element) =>
    [...element.querySelectorAll('*')].map((child) => ({
      tag: child.localName,
      attributes: child.getAttributeNames(),
    })),
  );
  expect(found.filter(({ tag }) => !POST_TAGS.includes(tag))).toEqual([]);
  expect(found.flatMap(({ attributes }) => attributes).filter((name) => name !== 'class')).toEqual(
    [],
  );
  await expect(prose.locator('p[class="lead"]')).toHaveText('paragraph text');
  await expect(prose.locator('p:has(br)')).toHaveText('first line\nsecond line');
  for (const tag of ['blockquote', 'ul > li > strong', 'ul > li > em', 'p > code', 'pre > code']) {
    await expect(prose.locator(tag), tag).toHaveCount(1);
  }
  await prose.getByText('paragraph text').click();
  await prose.getByText('anchor text').click();

  await page.goto('/blog');
  await waitUntilInteractive(page);
  await page.getByRole('article').filter({ hasText: post.excerpt }).getByRole('link').click();
  await expect(prose).toContainText('anchor text');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('a text that cannot be rendered is said so @full', async ({ page, site }) => {
  const post = await buildBlogPost(site.db, { author: AUTHOR });
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

test('the feed parses, holds every published post and nothing that runs', async ({
  page,
  request,
  site,
}) => {
  const draft = await buildBlogPost(site.db, { author: AUTHOR, isPublished: false });
  const odd = await buildBlogPost(site.db, {
    author: AUTHOR,
    title: 'Fish & <chips> "to go"',
    excerpt: 'A bell \u0007 and an end ]]> here.',
    content: 'Text ]]> with <script>window.ran = 1</script> more',
    contentHtml: null,
    contentHtmlVersion: null,
    createdAt: '2032-01-01T10:00:00Z',
  });
  const posts = await site.db
    .selectFrom('blogPosts')
    .select(['slug', 'title', 'createdAt'])
    .where('isPublished', '=', true)
    .orderBy('createdAt', 'desc')
    .execute();
  const response = await request.get('/blog/rss.xml');
  expect(response.headers()['content-type']).toContain('application/rss+xml');
  await page.goto('about:blank');
  const feed = await page.evaluate(
    (xml) => {
      const read = new DOMParser().parseFromString(xml, 'application/xml');
      return {
        error: read.querySelector('parsererror')?.textContent ?? null,
        items: [...read.querySelectorAll('item')].map((item) =>
          Object.fromEntries(
            [...item.children].map(({ nodeName, textContent }) => [nodeName, textContent]),
          ),
        ),
      };
    },
    await response.text(),
  );
  expect(feed.error).toBeNull();
  expect(
    feed.items.map((item) => ({ title: item.title, link: item.link, date: item.pubDate })),
  ).toEqual(
    posts.map(({ slug, title, createdAt }) => ({
      title,
      link: `${site.url}/blog/${slug}`,
      date: createdAt.toUTCString(),
    })),
  );
  const [first] = feed.items;
  expect(first?.title).toBe(odd.title);
  expect(first?.['content:encoded']).toContain('Text ]]');
  expect(first?.['content:encoded']).not.toContain('window.ran');
  expect(await response.text()).not.toContain(draft.slug);
});

test('a former address of a post leads to the one that it has now', async ({ page, site }) => {
  const formerSlugs = [`former-${Date.now()}`];
  const { slug, title } = await buildBlogPost(site.db, { author: AUTHOR, formerSlugs });
  const former = `/blog/${formerSlugs[0]}`;
  const response = await page.request.get(former, { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  expect(response.headers()).toMatchObject({
    location: `/blog/${slug}`,
    'cache-control': 'no-cache',
  });
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain(former);

  // A page that was open before the change asks for the data of the former address.
  await page.goto('/blog');
  await waitUntilInteractive(page);
  await page.route(
    `**/blog/${slug}.data`,
    (route) => route.continue({ url: route.request().url().replace(`/blog/${slug}`, former) }),
    { times: 1 },
  );
  await page.getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(new RegExp(`/blog/${slug}$`));
  await page.goto(former);
  await expect(page).toHaveURL(new RegExp(`/blog/${slug}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('a long category fits on a phone, in one word or in many @full', async ({ page, site }) => {
  const categories = ['w'.repeat(90), 'Notes '.repeat(15).trim()];
  const posts = [];
  for (const category of categories) {
    posts.push(await buildBlogPost(site.db, { author: AUTHOR, category }));
    posts.push(await buildBlogPost(site.db, { author: AUTHOR, category }));
    await buildFaq(site.db, { category });
  }
  try {
    await page.setViewportSize({ width: 360, height: 740 });
    const paths = posts.map(({ slug }) => `/blog/${slug}`);
    for (const path of ['/', '/blog', `/blog?category=${categories[0]}`, '/faq', ...paths]) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, path).toBe(360);
      for (const category of categories) {
        const shown = page.getByText(category, { exact: true });
        for (const each of await shown.filter({ visible: true }).all()) {
          const box = await each.boundingBox();
          expect
            .soft((box?.x ?? 0) + (box?.width ?? 0), `${path} ${category}`)
            .toBeLessThanOrEqual(360);
        }
      }
    }
  } finally {
    await site.db.deleteFrom('faqs').where('category', 'in', categories).execute();
  }
});
