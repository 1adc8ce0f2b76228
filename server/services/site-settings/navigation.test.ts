import { RouterContextProvider } from 'react-router';
import { expect } from 'vitest';
import { loader } from '#app/routes/site/home.tsx';
import { pageContext } from '#server/http/pages/route-context.ts';
import { buildBlogPost, buildFaq, buildProject } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { createTestLog } from '#tests/support/log.ts';
import { SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';
import { DEFAULT_LIVE_SETTINGS } from '#shared/site-settings/values.ts';
import { type ContentKey, splitKey } from '#shared/site-content/types.ts';
import { createCurrentSettings } from './index.ts';

const publicUrl = 'https://new.example';

it('a site without content has a home page without empty parts, and no links to them', async ({
  db,
  ctx,
}) => {
  const current = createCurrentSettings({ db, log: createTestLog(), publicUrl });
  await current.reload();
  const settings = current.get();
  const sections = ['/#services', '/#process', '/#case-studies', '/#about'];
  const hidden = [...sections, '/pricing', '/blog', '/faq', '/portfolio'];
  expect(settings.navigation).toEqual({ services: [], hidden, labels: {} });

  const context = new RouterContextProvider();
  context.set(pageContext, {
    services: ctx,
    settings,
    content: current.getContent(),
    publicUrl,
    scriptMarker: '',
  });
  const request = new Request(`${publicUrl}/_.data`);
  const { data } = await loader({ request, context, params: {} } as never);
  const html: Record<string, string> = data.html ?? {};
  const { structuredData, beginning, ...others } = html;
  expect(data).toMatchObject({ work: null, testimonials: [] });
  expect(beginning).toMatch(/<h1[^>]*>new\.example<\/h1>/);
  expect(beginning).not.toMatch(/<h[2-6]|<(h1|p|dl|dd|ul|li|a)[^>]*><\/|<svg|about|services/);
  expect(others).toEqual({ work: '', caseStudies: '', end: '' });
  expect(structuredData).not.toContain('makesOffer');
});

it('what an owner enters is in the menu', async ({ db }) => {
  const keys: ContentKey[] = ['services', 'process', 'values', 'plans', 'page/home', 'page/menu'];
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
    hidden: ['/blog', '/admin'],
    labels: { order: 'Teklif iste' },
  });
});
