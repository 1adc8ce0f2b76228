import { RouterContextProvider } from 'react-router';
import { expect } from 'vitest';
import { loader } from '#app/routes/site/home.tsx';
import { pageContext } from '#server/http/pages/route-context.ts';
import { buildBlogPost, buildFaq, buildProject } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import type { Database, ServiceContext } from '#server/context/context.ts';
import { createTestLog } from '#tests/support/log.ts';
import { SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';
import { DEFAULT_LIVE_SETTINGS } from '#shared/site-settings/values.ts';
import { type ContentKey, splitKey } from '#shared/site-content/types.ts';
import { createCurrentSettings } from './index.ts';

const publicUrl = 'https://new.example';

it.beforeEach(async ({ db }) => {
  for (const table of ['siteContent', 'projects'] as const) await db.deleteFrom(table).execute();
});

/** Page data of the home page, beside the settings of every page. */
async function loadHome({ db, ctx }: { db: Database; ctx: ServiceContext }) {
  const current = createCurrentSettings({ db, log: createTestLog(), publicUrl });
  await current.reload();
  const settings = current.get();
  const context = new RouterContextProvider();
  const content = current.getContent();
  context.set(pageContext, { services: ctx, settings, content, publicUrl, scriptMarker: '' });
  const request = new Request(`${publicUrl}/_.data`);
  const { data } = await loader({ request, context, params: {} } as never);
  const html: Record<string, string> = data.html ?? {};
  return { navigation: settings.navigation, data, html };
}

it('a site without content has a home page without empty parts, and no links to them', async ({
  db,
  ctx,
}) => {
  const { navigation, data, html } = await loadHome({ db, ctx });
  const sections = ['/#services', '/#process', '/#case-studies', '/#about'];
  const hidden = [...sections, '/pricing', '/blog', '/faq', '/portfolio', '/company'];
  expect(navigation).toEqual({ services: [], hidden, labels: {} });
  const { structuredData, beginning, ...others } = html;
  expect(data).toMatchObject({ work: null, testimonials: [] });
  expect(beginning).toMatch(/<h1[^>]*>new\.example<\/h1>/);
  expect(beginning).not.toMatch(/<h[2-6]|<(h1|p|dl|dd|ul|li|a)[^>]*><\/|<svg|about|services/);
  expect(others).toEqual({ work: '', caseStudies: '', end: '' });
  expect(structuredData).not.toContain('makesOffer');
});

it('claims without evidence or project have no place on the page or in the menu', async ({
  db,
  ctx,
}) => {
  const { numbers, stories } = SAMPLE_CONTENT.proof;
  const bare = { evidence: '', measure: 'none' };
  const save = async (proof: object) => {
    const rows = { proof, 'page/home': SAMPLE_CONTENT['page/home'] };
    await db.deleteFrom('siteContent').execute();
    for (const key of ['proof', 'page/home'] as const) {
      const row = { ...splitKey(key), data: JSON.stringify(rows[key]) };
      await db.insertInto('siteContent').values(row).execute();
    }
    return loadHome({ db, ctx });
  };
  const without = <Claim extends object>(claims: readonly Claim[]) =>
    claims.map((claim) => ({ ...claim, ...bare }));
  const none = await save({ numbers: without(numbers), stories: without(stories) });
  expect(none.navigation.hidden).toContain('/#case-studies');
  expect(none.html.caseStudies).toBe('');
  const text = JSON.stringify(none.data);
  expect(text.match(/.{20}(?:>98%|Client satisfaction|two hours).{20}/i)).toBeNull();
  const some = await save({ numbers: numbers.slice(2, 3), stories: without(stories) });
  expect(some.navigation.hidden).not.toContain('/#case-studies');
  expect(some.html.caseStudies).toMatch(/98%.*<\/dl>/);
  expect(some.html.caseStudies).not.toMatch(/<article|two hours/i);
  await buildProject(db, { industryCategory: 'Real Estate' });
  const { html } = await save({ numbers: without(numbers), stories: without(stories) });
  expect(html.caseStudies?.match(/<article.*?<h3[^>]*>(.*?)</)?.[1]).toMatch(/^Sold today/);
  expect(html.caseStudies).not.toMatch(/two hours|tabular-nums/i);
});

it('what an owner enters is in the menu', async ({ db }) => {
  const keys: ContentKey[] = [
    'services',
    'process',
    'values',
    'plans',
    'proof',
    'page/home',
    'page/menu',
  ];
  const menu = { ...SAMPLE_CONTENT['page/menu'], order: 'Teklif iste', hasAdminLink: false };
  const rows = keys.map((key) => ({
    ...splitKey(key),
    data: JSON.stringify(key === 'page/menu' ? menu : SAMPLE_CONTENT[key]),
  }));
  await db.insertInto('siteContent').values(rows).execute();
  for (const build of [buildFaq, buildProject]) await build(db);
  await buildBlogPost(db, { isPublished: false });
  const current = createCurrentSettings({ db, log: createTestLog(), publicUrl });
  expect(current.get()).toBe(DEFAULT_LIVE_SETTINGS);
  await current.reload();
  expect(current.get().navigation).toEqual({
    services: SAMPLE_CONTENT.services.services.map(({ name }) => name),
    hidden: ['/blog', '/company', '/admin'],
    labels: { order: 'Teklif iste' },
  });
});
