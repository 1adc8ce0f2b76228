import { RouterContextProvider } from 'react-router';
import { describe, expect } from 'vitest';
import { loader as robots } from '#app/routes/resources/robots.ts';
import { loader as rss } from '#app/routes/resources/rss.ts';
import { loader as sitemap } from '#app/routes/resources/sitemap.ts';
import { DEFAULT_SITE_SETTINGS } from '#shared/site-settings/values.ts';
import { buildBlogPost, buildFaq, buildProject } from '#tests/support/factories.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { createDatabase } from '#server/db/client.ts';
import { pageContext, type PageContext } from '#server/http/pages/route-context.ts';
import { it } from '#tests/support/fixtures.ts';

const ORIGIN = 'https://vitrin.example';

type Loader = (args: never) => Response | Promise<Response>;

async function load(
  api: TestApp,
  loader: Loader,
  changes: Partial<PageContext> = {},
): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(pageContext, {
    services: buildServiceContext(api.db, api.storage),
    settings: DEFAULT_SITE_SETTINGS,
    publicUrl: ORIGIN,
    scriptMarker: 'marker',
    ...changes,
  });
  return loader({ context } as never);
}

describe('sitemap.xml', () => {
  it('names published content with the date of its last change', async ({ api }) => {
    const post = await buildBlogPost(api.db, { updatedAt: '2026-05-01T10:00:00Z' });
    const draft = await buildBlogPost(api.db, { isPublished: false });
    const project = await buildProject(api.db, { updatedAt: '2026-06-01T10:00:00Z' });
    const hidden = await buildProject(api.db, { deletedAt: new Date() });
    await buildFaq(api.db, { updatedAt: '2026-07-01T10:00:00Z' });

    const response = await load(api, sitemap);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const xml = await response.text();
    const dated = (path: string, date: string) =>
      `<url><loc>${ORIGIN}${path}</loc><lastmod>${date}T10:00:00.000Z</lastmod></url>`;
    expect(xml).toContain(dated(`/blog/${post.slug}`, '2026-05-01'));
    expect(xml).toContain(dated('/blog', '2026-05-01'));
    expect(xml).toContain(dated(`/portfolio/${project.id}`, '2026-06-01'));
    expect(xml).toContain(dated('/portfolio', '2026-06-01'));
    expect(xml).toContain(dated('/faq', '2026-07-01'));
    const undated = ['/', '/order', '/pricing', '/contact', '/terms-of-service', '/privacy-policy'];
    for (const path of undated) expect(xml).toContain(`<url><loc>${ORIGIN}${path}</loc></url>`);
    for (const absent of [draft.slug, hidden.id, '/admin', '/terms<', '/privacy<']) {
      expect(xml).not.toContain(absent);
    }
  });
});

describe('robots.txt', () => {
  it('keeps crawlers out of the back office and the API, and names the sitemap', async ({
    api,
  }) => {
    const text = await (await load(api, robots)).text();
    expect(text.split('\n')).toEqual([
      'User-agent: *',
      'Allow: /',
      'Disallow: /admin',
      'Disallow: /adminloginpage',
      'Disallow: /api/',
      '',
      `Sitemap: ${ORIGIN}/sitemap.xml`,
      '',
    ]);
  });
});

describe('blog/rss.xml', () => {
  it('carries whole posts, escaped', async ({ api }) => {
    const post = await buildBlogPost(api.db, {
      title: 'Ships & <lorries>',
      content: 'Ends here: ]]> & **goes on**',
      createdAt: '2026-11-03T09:00:00Z',
    });
    await buildBlogPost(api.db, { title: 'Not yet', isPublished: false });
    const response = await load(api, rss);
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const xml = await response.text();
    expect(xml).toContain('<title>Ships &amp; &lt;lorries&gt;</title>');
    expect(xml).toContain(`<guid isPermaLink="true">${ORIGIN}/blog/${post.slug}</guid>`);
    expect(xml).toContain('<pubDate>Tue, 03 Nov 2026 09:00:00 GMT</pubDate>');
    expect(xml).toContain(`<atom:link href="${ORIGIN}/blog/rss.xml" rel="self"`);
    expect(xml).toContain('<strong>goes on</strong>');
    expect(xml).not.toContain('Not yet');
    expect(xml.split('<![CDATA[').length).toBe(xml.split(']]>').length);
  });
});

describe('without content', () => {
  it('asks to come back during maintenance', async ({ api }) => {
    const settings = { ...DEFAULT_SITE_SETTINGS, maintenanceMode: true };
    for (const loader of [sitemap, rss]) {
      const response = await load(api, loader, { settings });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('60');
    }
    expect((await load(api, robots, { settings })).status).toBe(200);
  });

  it('asks to come back while the database cannot be reached', async ({ api }) => {
    const { db, destroy } = createDatabase({ connection: 'postgres://nobody@127.0.0.1:1/none' });
    const services = buildServiceContext(db, api.storage);
    for (const loader of [sitemap, rss]) {
      const response = await load(api, loader, { services });
      expect(response.status).toBe(503);
      expect(await response.text()).not.toContain('127.0.0.1');
    }
    await destroy();
  });
});
