import { readFile } from 'node:fs/promises';
import { parseRssFeed } from 'feedsmith';
import { HtmlValidate } from 'html-validate';
import sharp from 'sharp';
import { validateXML } from 'xmllint-wasm';
import { isIndexed, listPaths } from '#shared/routes.ts';
import { SAMPLE_COMPANY } from '#tests/support/samples/sample-company.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { listShown, restoreAfterEach } from '#tests/support/browser/site.ts';
import { SITE_PAGES } from '#tests/support/browser/pages.ts';
import { createStructuredDataCheck } from '#tests/support/browser/structured-data/structured-data.ts';
import { readRow } from '#tests/support/database/rows.ts';
import { buildBlogPost, buildProject } from '#tests/support/factories.ts';

restoreAfterEach();

const OFF = 'off';

const htmlValidate = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:standard'],
  rules: {
    // HTML allows both, and React writes the other.
    'attr-case': OFF,
    'attribute-boolean-style': OFF,
    'attribute-empty-style': OFF,
    'void-style': OFF,
    // One question may have several answers.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox'] }],
    // Tables that become cards on a phone would otherwise be no tables there.
    'no-redundant-role': OFF,
    // With a large font a number must be able to break.
    'tel-non-breaking': OFF,
  },
});

const INDEXED: string[] = listPaths(isIndexed);

/** An image of a post is optional; the plan with an individual price is an offer as well. */
const ACCEPTED =
  /^BlogPosting: image is missing|^Product\[0\]\.offers\[2\]: One of the following conditions/;

test('every internal link works, and the sitemap is complete', async ({ site, request }) => {
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
  const xml = await (await request.get('/sitemap.xml')).text();
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  expect(indexable.toSorted()).toEqual(listed.toSorted());
  expect(seen.size).toBeGreaterThan(40);
  // www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd
  const schema = await readFile('tests/fixtures/sitemap.xsd', 'utf8');
  expect((await validateXML({ xml, schema })).errors).toEqual([]);
});

async function findShown({ db }: Site) {
  return {
    post: await readRow(db, 'blogPosts', '*', { slug: 'one-definition-per-metric' }),
    imageless: await buildBlogPost(db),
    project: await readRow(db, 'projects', '*', { title: 'Shipment Desk for Road Freight' }),
  };
}

type Expected = { title?: string; meta?: Record<string, unknown>; data?: object[] };

/** Metadata of single pages, in addition to the metadata that all pages have. */
function listExpected(
  url: string,
  { post, imageless, project }: Awaited<ReturnType<typeof findShown>>,
): Record<string, Expected> {
  const image = (path: string | null) => `${url}${path}`;
  const organization = { '@type': 'Organization', name: SAMPLE_COMPANY.name };
  const agency = {
    '@type': 'ProfessionalService',
    email: SAMPLE_COMPANY.email,
    foundingDate: '2023',
    address: { addressLocality: 'Ankara', addressCountry: 'TR' },
  };
  return {
    '/': { data: [agency, { '@type': 'WebSite', name: SAMPLE_COMPANY.name }] },
    '/blog': {
      title: 'Blog',
      meta: {
        description: expect.stringContaining('custom business software'),
        keywords: expect.stringContaining('data analytics'),
      },
      data: [{ '@type': 'Blog', publisher: { name: SAMPLE_COMPANY.name } }, {}],
    },
    [`/blog/${post.slug}`]: {
      title: post.title,
      meta: {
        description: post.excerpt,
        keywords: `${post.category.toLowerCase()}, data analytics, business intelligence`,
        'og:type': 'article',
        'og:image': image(post.featuredImageUrl),
        'og:image:alt': post.featuredImageAlt,
      },
      data: [
        {
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.excerpt,
          author: organization,
          publisher: organization,
          datePublished: post.createdAt.toISOString(),
          image: image(post.featuredImageUrl),
        },
        { '@type': 'BreadcrumbList' },
      ],
    },
    [`/blog/${imageless.slug}`]: { meta: { 'og:image': undefined } },
    [`/portfolio/${project.id}`]: {
      title: project.title,
      meta: {
        description: project.shortDescription,
        keywords: expect.stringMatching(/^logistics, .*PostgreSQL/),
        'og:image': image(project.featuredImageUrl),
      },
      data: [
        {
          '@type': 'CreativeWork',
          name: project.title,
          genre: 'Logistics',
          abstract: project.fullDescription,
          mentions: project.results.map(({ metric, after }) => ({ name: metric, value: after })),
          hasPart: { '@type': 'Quotation', text: project.clientQuote },
          image: [project.featuredImageUrl, ...project.galleryImages].map(image),
        },
        { '@type': 'BreadcrumbList' },
      ],
    },
  };
}

/** Runs in the browser, which parses the HTML as the server sent it. */
function readHead(html: string) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const tags = [...parsed.querySelectorAll('meta[content]')].map((tag) => [
    tag.getAttribute('name') ?? tag.getAttribute('property'),
    tag.getAttribute('content'),
  ]);
  const data = parsed.querySelectorAll('script[type="application/ld+json"]');
  return {
    title: parsed.title,
    canonical: parsed.querySelector('link[rel="canonical"]')?.getAttribute('href'),
    meta: Object.fromEntries(tags) as Record<string, string>,
    scripts: [...data].map(({ textContent }) => textContent ?? ''),
  };
}

test('every page has valid HTML and metadata @full', async ({ page, request, site }) => {
  const shown = await findShown(site);
  const { post, imageless, project } = shown;
  const expected = listExpected(site.url, shown);
  const checkStructuredData = await createStructuredDataCheck();
  const titles = new Map<string, string>();
  for (const route of [...SITE_PAGES, `/blog/${imageless.slug}`]) {
    const path = route.replace(':slug', post.slug).replace(':id', project.id);
    const html = await (await request.get(path)).text();
    const { results } = await htmlValidate.validateString(html);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    const { title, canonical, meta, scripts } = await page.evaluate(readHead, html);
    for (const json of scripts) found.push(...(await checkStructuredData(json)));
    expect(found.filter((finding) => !ACCEPTED.test(finding))).toEqual([]);
    expect(titles.has(title), `${path} and ${titles.get(title)} share a title`).toBe(false);
    titles.set(title, path);
    if (SITE_PAGES.includes(route) && !INDEXED.includes(route)) {
      expect(meta['robots'], path).toBe('noindex');
      continue;
    }

    const url = `${site.url}${path}`;
    expect(canonical).toBe(url);
    expect({ 'og:image': undefined, ...meta }, path).toMatchObject({
      description: expect.stringMatching(/.{10,}/),
      keywords: expect.stringMatching(/.{10,}/),
      'og:title': title,
      'og:description': meta['description'],
      'og:type': expect.stringMatching(/.+/),
      'og:url': url,
      'og:image': `${site.url}/share.png`,
      ...expected[path]?.meta,
    });
    const data = scripts.flatMap((text) => JSON.parse(text) as object[]);
    expect(JSON.stringify(data[0]), path).toContain('schema.org');
    if (expected[path]?.data) expect(data, path).toMatchObject(expected[path].data);
    if (expected[path]?.title)
      expect(title).toBe(`${expected[path].title} | ${SAMPLE_COMPANY.name}`);
  }
  const share = await sharp(await (await request.get('/share.png')).body()).metadata();
  expect(share).toMatchObject({ format: 'png', width: 1200, height: 630 });
});

test('a missing or unpublished record is not found @full', async ({ page, site, problems }) => {
  problems.allow(/404/);
  const post = await buildBlogPost(site.db, { isPublished: false });
  const project = await buildProject(site.db, { isPublished: false });
  const gone = "The blog post you're looking for doesn't exist.";
  for (const [list, parameter, heading, back, text] of [
    ['/blog', post.slug, 'Post Not Found', 'Back to Blog', gone],
    ['/blog', 'Two%20words', 'Post Not Found', 'Back to Blog', gone],
    ['/portfolio', project.id, 'Project Not Found', 'Back to Portfolio', ''],
    ['/portfolio', `${project.id}x`, 'Project Not Found', 'Back to Portfolio', ''],
  ] as const) {
    const response = await page.goto(`${list}/${parameter}`);
    expect(response?.status(), parameter).toBe(404);
    const html = (await response?.text()) ?? '';
    for (const { title } of [post, project]) expect(html).not.toContain(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main')).toContainText(text);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await page.getByRole('link', { name: back }).click();
    await expect(page).toHaveURL(list);
  }
});

test('the feed is valid RSS with every published post', async ({ request, site }) => {
  const draft = await buildBlogPost(site.db, { isPublished: false });
  const odd = await buildBlogPost(site.db, {
    title: 'Fish & <chips> "to go"',
    excerpt: 'A bell \u0007 and an end ]]> here.',
    content: 'Text ]]> with <script>window.ran = 1</script> more',
    contentHtml: null,
    contentHtmlVersion: null,
    createdAt: '2032-01-01T10:00:00Z',
  });
  const posts = await listShown(site, 'blogPosts');
  await site.process.follow(
    await site.db.selectFrom('tableVersions').select(['name', 'version']).execute(),
  );
  const response = await request.get('/blog/rss.xml');
  expect(response.headers()['content-type']).toContain('application/rss+xml');
  const xml = await response.text();
  expect((await validateXML({ xml, normalization: 'c14n' })).errors).toEqual([]);
  const { title, link, description, items = [], atom } = parseRssFeed(xml);
  expect([title, link, description]).toEqual([
    expect.stringMatching(/./),
    `${site.url}/blog`,
    expect.stringMatching(/./),
  ]);
  expect(atom?.links?.[0]).toMatchObject({ href: response.url(), rel: 'self' });
  expect(items.map((item) => [item.title, item.link, item.guid?.value, item.pubDate])).toEqual(
    posts.map((post) => {
      const url = `${site.url}/blog/${post.slug}`;
      return [post.title, url, url, post.createdAt.toUTCString()];
    }),
  );
  expect(items[0]?.title).toBe(odd.title);
  expect(items[0]?.content?.encoded).toContain('Text ]]');
  expect(xml).not.toContain('window.ran');
  expect(xml).not.toContain(draft.slug);
});
