import { sql } from 'kysely';
import { SAMPLE_CONTENT, SAMPLE_SETTINGS } from '#tests/support/samples/sample-company.ts';
import { generatePath, RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '#server/db/client.ts';
import { recordTables } from '#server/http/pages/cached-pages.ts';
import { pageContext, type PageContext } from '#server/http/pages/route-context.ts';
import { PUBLIC_ROUTES, type PublicPath, type PublicRoute } from '#shared/routes.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { buildBlogPost, buildFaq, buildProject } from '#tests/support/factories.ts';
import { buildServiceContext, createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const ORIGIN = 'https://site.example';
const ALL: readonly (PublicRoute & { path: PublicPath })[] = PUBLIC_ROUTES;
/** Those of one visitor are rendered anew each time. */
const ROUTES = ALL.filter(({ isPrivate }) => !isPrivate);

type Params = Record<string, string>;

let test: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;
let files: TestStorage;
/** What stands in the paths for their parameters. */
let params: Partial<Record<PublicPath, Params[]>>;

beforeAll(async () => {
  test = await createTestDatabase();
  files = await createTestStorage();
  proxy = await startDatabaseProxy(test.url);
  database = createDatabase({ connection: proxy.url });
  const long = { updatedAt: '2026-01-01T10:00:00Z' };
  const { slug } = await buildBlogPost(test.db, { ...long, formerSlugs: ['a-former-slug'] });
  const { id } = await buildProject(test.db, long);
  params = {
    '/blog/:slug': [{ slug }, { slug: 'a-former-slug' }],
    '/portfolio/:id': [{ id }],
    '/project/:id': [{ id }],
  };
});
afterAll(async () => {
  await database.destroy();
  await proxy.stop();
  await test.destroy();
  await files.destroy();
});

/** Runs the loader of a route for each of its paths; a redirect is its response. */
async function load(
  { path, module }: PublicRoute & { path: PublicPath },
  changes: Partial<PageContext> = {},
): Promise<unknown[]> {
  const { loader }: { loader?: (args: unknown) => unknown } = await import(
    /* @vite-ignore */ `#app/routes/${module}`
  );
  if (!loader) return [];
  const context = new RouterContextProvider();
  context.set(pageContext, {
    services: buildServiceContext(test.db, files.storage),
    settings: SAMPLE_SETTINGS,
    content: SAMPLE_CONTENT,
    publicUrl: ORIGIN,
    scriptMarker: 'marker',
    ...changes,
  });
  const responses: unknown[] = [];
  for (const each of params[path] ?? [{}]) {
    const request = new Request(new URL(generatePath(path, each), ORIGIN));
    try {
      responses.push(await loader({ context, request, params: each }));
    } catch (error) {
      if (!(error instanceof Response)) throw error;
      responses.push(error);
    }
  }
  return responses;
}

const routeAt = (path: PublicPath) =>
  ROUTES.find((route) => route.path === path) as (typeof ROUTES)[number];

const loadResource = async (path: PublicPath) => (await load(routeAt(path)))[0] as Response;

async function listNames(query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> {
  const { rows } = await query.execute(test.db);
  return rows.map(({ name }) => name);
}

it('read no table but those whose changes are announced and drop the cached page', async () => {
  const tables = await listNames(sql`
    select tablename as name from pg_tables where schemaname = 'public'
  `);
  const announced = await listNames(sql`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    join pg_proc on pg_proc.oid = tgfoid where proname = 'bump_table_version'
  `);
  const all = new Set<string>();
  for (const route of ROUTES) {
    const statements: string[] = [];
    proxy.evaluateWith((statement) => {
      statements.push(statement);
      return null;
    });
    const recorded = new Set<string>();
    const db = database.db.withPlugin(recordTables(recorded));
    await load(route, { services: buildServiceContext(db, files.storage) });
    proxy.evaluateWith(null);
    const read = tables.filter((name) => new RegExp(`\\b${name}\\b`).test(statements.join('\n')));
    expect(announced, route.path).toEqual(expect.arrayContaining(read));
    expect([...recorded], route.path).toEqual(expect.arrayContaining(read));
    for (const name of read) all.add(name);
  }
  expect(all.size).toBeGreaterThan(5);
});

it('lead a former slug to the page of its post', async () => {
  const [, moved] = await load(routeAt('/blog/:slug'));
  expect(moved).toBeInstanceOf(Response);
  const { status, headers } = moved as Response;
  const { slug = '' } = params['/blog/:slug']?.[0] ?? {};
  expect([status, headers.get('location')]).toEqual([301, `/blog/${slug}`]);
});

it('are open resources during maintenance, but for those that list content', async () => {
  const settings = { ...SAMPLE_SETTINGS, maintenanceMode: true };
  for (const route of ROUTES.filter(({ kind }) => kind === 'resource')) {
    const responses = (await load(route, { settings })) as Response[];
    // The settings have no logo.
    const open = route.path === '/email-logo.png' ? 404 : 200;
    const isClosed = ['/sitemap.xml', '/blog/rss.xml'].includes(route.path);
    const expected = isClosed ? [503, '60'] : [open, null];
    expect(responses, route.path).not.toEqual([]);
    for (const { status, headers } of responses) {
      expect([status, headers.get('retry-after')], route.path).toEqual(expected);
    }
  }
});

it('names published content in the sitemap with its last change', async () => {
  const post = await buildBlogPost(test.db, { updatedAt: '2026-05-01T10:00:00Z' });
  const draft = await buildBlogPost(test.db, { isPublished: false });
  const project = await buildProject(test.db, { updatedAt: '2026-06-01T10:00:00Z' });
  const hidden = await buildProject(test.db, { deletedAt: new Date() });
  await buildFaq(test.db, { updatedAt: '2026-07-01T10:00:00Z' });

  const response = await loadResource('/sitemap.xml');
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

it('keeps crawlers out of back office and API, and names the sitemap', async () => {
  const text = await (await loadResource('/robots.txt')).text();
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

it('carries whole posts in the feed, escaped', async () => {
  const post = await buildBlogPost(test.db, {
    title: 'Ships & <lorries>',
    content: 'Ends here: ]]> & **goes on**',
    createdAt: '2026-11-03T09:00:00Z',
  });
  await buildBlogPost(test.db, { title: 'Not yet', isPublished: false });
  const response = await loadResource('/blog/rss.xml');
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
