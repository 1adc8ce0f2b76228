import { readFile } from 'node:fs/promises';
import { parseRssFeed } from 'feedsmith';
import { HtmlValidate } from 'html-validate';
import { validateXML } from 'xmllint-wasm';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { fillPath, SITE_PAGES } from '#tests/support/browser/pages.ts';
import { createStructuredDataCheck } from '#tests/support/browser/structured-data.ts';

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

/** A plan with an individual price is an offer by the specification, and nobody invents its price. */
const UNPRICED = 'Product[0].offers[2]: One of the following conditions needs to be met';

const checkStructuredData = createStructuredDataCheck();

for (const path of SITE_PAGES) {
  test(`HTML and structured data of ${path} are valid @full`, async ({ request, site }) => {
    const html = await (await request.get(await fillPath(path, site.db))).text();
    const { results } = await htmlValidate.validateString(html);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    const check = await checkStructuredData;
    for (const [, json = ''] of html.matchAll(
      /<script type="application\/ld\+json">(.*?)<\/script>/gs,
    )) {
      found.push(...(await check(json)));
    }
    expect(found.filter((finding) => !finding.startsWith(UNPRICED))).toEqual([]);
  });
}

test('the sitemap is what its schema allows @full', async ({ request }) => {
  const { valid, errors } = await validateXML({
    xml: await (await request.get('/sitemap.xml')).text(),
    // www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd
    schema: await readFile('tests/fixtures/sitemap.xsd', 'utf8'),
  });
  expect(errors).toEqual([]);
  expect(valid).toBe(true);
});

test('a reader of feeds finds in the feed what RSS 2.0 requires, and each post once @full', async ({
  request,
  site,
}) => {
  const response = await request.get('/blog/rss.xml');
  const text = await response.text();
  const { errors } = await validateXML({ xml: text, normalization: 'c14n' });
  expect(errors).toEqual([]);
  const { title, link, description, items = [], atom } = parseRssFeed(text);
  expect([title, link, description]).toEqual([
    expect.stringMatching(/./),
    `${site.url}/blog`,
    expect.stringMatching(/./),
  ]);
  expect(atom?.links?.[0]).toMatchObject({ href: response.url(), rel: 'self' });
  const posts = await site.db
    .selectFrom('blogPosts')
    .select('slug')
    .where('isPublished', '=', true)
    .execute();
  const guids = items.map(({ guid }) => guid?.value ?? '');
  expect(guids.toSorted()).toEqual(posts.map(({ slug }) => `${site.url}/blog/${slug}`).toSorted());
  for (const item of items) {
    expect(item.title ?? item.description).toBeTruthy();
    expect(item.link).toBe(item.guid?.value);
    // RFC 822, as the specification asks.
    expect(item.pubDate).toMatch(
      /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
    );
    expect(new Date(item.pubDate ?? '').toUTCString()).toBe(item.pubDate);
  }
});
