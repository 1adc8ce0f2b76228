import { listPaths } from '#shared/routes.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { fillPath } from '#tests/support/browser/pages.ts';

test('every internal link of the site leads somewhere, and what can be indexed is the sitemap', async ({
  site,
  request,
}) => {
  test.setTimeout(120_000);
  const seen = new Set<string>();
  const pending: string[] = listPaths(({ kind }) => kind !== 'resource').filter(
    (path) => !path.includes(':'),
  );
  const dead: string[] = [];
  const indexable: string[] = [];
  while (pending.length > 0) {
    const path = pending.pop() ?? '/';
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await request.get(path);
    if (!response.ok()) dead.push(`${path}: ${response.status()}`);
    if (!response.headers()['content-type']?.includes('text/html')) continue;
    const html = await response.text();
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
    if (canonical === site.url + path && !html.includes('content="noindex"')) {
      indexable.push(canonical);
    }
    for (const [, link = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const url = new URL(link.replaceAll('&amp;', '&'), site.url);
      if (url.origin !== site.url) continue;
      if (url.hash && url.pathname === path) {
        expect(html, `${path} has ${url.hash}`).toContain(`id="${url.hash.slice(1)}"`);
      }
      pending.push(`${url.pathname}${url.search}`);
    }
  }
  expect(dead).toEqual([]);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  expect(indexable.toSorted()).toEqual(listed.toSorted());
  expect(seen.size).toBeGreaterThan(40);
});

test('titles and descriptions are unique, canonical links name the page, structured data parses @full', async ({
  page,
  site,
}) => {
  const titles = new Map<string, string>();
  for (const route of listPaths(({ isIndexed }) => isIndexed)) {
    const path = await fillPath(route, site.db);
    await page.goto(path);
    const title = await page.title();
    expect(titles.has(title), `${path} and ${titles.get(title)} share a title`).toBe(false);
    titles.set(title, path);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${site.url}${path === '/' ? '/' : path}`,
    );
    for (const name of ['description', 'keywords']) {
      await expect(page.locator(`meta[name="${name}"]`)).toHaveAttribute('content', /.{10,}/);
    }
    for (const property of ['og:title', 'og:description', 'og:type', 'og:url']) {
      await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute('content', /.+/);
    }
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(data.length, path).toBeGreaterThan(0);
    for (const text of data) expect(JSON.stringify(JSON.parse(text))).toContain('schema.org');
  }
});

test('a first visit makes no request to another host and sets no cookie @full', async ({
  page,
  context,
}) => {
  await page.goto('/', { waitUntil: 'load' });
  expect(await context.cookies()).toEqual([]);
});
