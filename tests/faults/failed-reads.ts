import { randomBytes } from 'node:crypto';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { MISSING_POST, BLOG_MESSAGES } from '#app/site/blog/messages.ts';
import { FAQ_MESSAGES } from '#app/site/faq/messages.ts';
import { MISSING_PROJECT, PORTFOLIO_MESSAGES } from '#app/site/portfolio/messages.ts';
import { CONFIRM, UNREAD_ENQUIRY } from '#app/site/track/messages.ts';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { confirmUrlOf } from '#server/services/privacy/confirm-request.ts';
import { kebabCase } from '#shared/lib/case.ts';
import { ERROR_PAGES } from '#shared/load-failures/messages.ts';
import { CONFIRM_PATH } from '#shared/tracking/values.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import {
  buildBlogPost,
  buildClient,
  buildContent,
  buildFaq,
  buildProject,
  buildTestimonial,
} from '#tests/support/factories.ts';
import { insertRows } from '#tests/support/database/rows.ts';
import { TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import {
  escapeHtml,
  type SentResponse,
  expectNoInside,
  expectRejection,
  type FaultSite,
  followTables,
  get as getFrom,
  postForm,
  readMetric,
  startFaultSite,
} from './faults.ts';

/** Loss of the connection, time-out, rights, too many connections, serialization failure, read-only, and an unforeseen one. */
export const FATES = ['cut', '57014', '42501', '53300', '40001', '25006', '42703'];

/** The screen that the specification demands for a failed load, by route module. */
const SHOWN: Record<string, string> = {
  'routes/site/blog.tsx': BLOG_MESSAGES.noMatch,
  'routes/site/blog-post.tsx': MISSING_POST.title,
  'routes/site/confirm-request.tsx': UNREAD_ENQUIRY.title,
  'routes/site/faq.tsx': FAQ_MESSAGES.empty,
  'routes/site/portfolio.tsx': PORTFOLIO_MESSAGES.noMatch,
  'routes/site/project.tsx': MISSING_PROJECT.title,
  'routes/site/track.tsx': UNREAD_ENQUIRY.title,
  'routes/site/track-sent.tsx': UNREAD_ENQUIRY.title,
};

/** Read once for all pages, and again automatically. */
const SETTINGS = /"maintenance_mode"|from "site_content"|exists \(select from blog_posts/;

let site: FaultSite;
let proxy: DatabaseProxy;
let token: string;
let values: Record<string, string[]>;
let confirmUrl: string;

type PublicRoute = { path: string; file: string };

function listRoutes(entries: RouteConfigEntry[], parent = ''): PublicRoute[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? parent : `${parent}/${entry.path}`;
    if (entry.children) return listRoutes(entry.children, path);
    return /^routes\/(?:site|resources)\//.test(entry.file)
      ? [{ path: path || '/', file: entry.file }]
      : [];
  });
}

async function buildConfirmUrl(): Promise<string> {
  const [id, conversationId] = [uuidV7(), uuidV7()];
  const { id: orderId } = await buildOrder(site.db);
  const conversation = { id: conversationId, orderId, tokenHash: randomBytes(32) };
  await insertRows(site.db, 'conversations', conversation);
  await insertRows(site.db, 'trackingRequests', { id, conversationId, kind: 'erasure' });
  return confirmUrlOf('', TEST_TRACK_KEY, id);
}

function fill(path: string): string {
  if (path === CONFIRM_PATH) return confirmUrl;
  const given = [...(values[path] ?? [])];
  return path.replace(/\*$/, 'no-such-page').replaceAll(/:\w+/g, (name) => {
    const value = given.shift();
    if (value === undefined) throw new Error(`${path}: say in this test what ${name} is`);
    return value;
  });
}

const get = (path: string, headers: [string, string][] = []) => getFrom(site.port, path, headers);

/** Invalidates every cached page. Pages rendered while reads fail are not cached. */
async function forgetPages(): Promise<void> {
  proxy.evaluateWith((statement, name) =>
    name === 'vitrin' && !SETTINGS.test(statement) ? '57014' : null,
  );
  const tables = await site.db
    .selectFrom('tableVersions')
    .select('name')
    .where(sql<boolean>`to_regclass(name) is not null`)
    .execute();
  for (const { name } of tables)
    await sql`delete from ${sql.table(name)} where false`.execute(site.db);
  await followTables(site.db, [site]);
  // Cached pages are rendered again in the background, one after the other.
  let before = -1;
  const isCalm = async () => {
    const last = before;
    before = await readMetric(site.port, 'vitrin_page_renderings_total');
    return before === last;
  };
  await expect.poll(isCalm, { interval: 250 }).toBe(true);
}

/** The statements that one request makes the site run; repeated ones once. */
async function listReads(ask: () => Promise<SentResponse>): Promise<string[]> {
  const seen = new Set<string>();
  proxy.evaluateWith((statement, name) => {
    if (
      name === 'vitrin' &&
      /^\s*(?:select|with)\b/i.test(statement) &&
      !SETTINGS.test(statement)
    ) {
      seen.add(statement);
    }
    return null;
  });
  const response = await ask();
  expect(response.status, response.body.slice(0, 300)).toBeLessThan(500);
  proxy.evaluateWith(null);
  return [...seen];
}

/** Has one statement fail from now on; tells whether it was run: some are run the first time only, such as what marks a message as read. */
function failing(read: string, fate: string): () => boolean {
  let wasRun = false;
  proxy.evaluateWith((statement, name) => {
    if (name !== 'vitrin' || statement !== read) return null;
    wasRun = true;
    return fate;
  });
  return () => wasRun;
}

function expectPage(response: SentResponse, file: string, healthy: string): void {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBeTruthy();
  expectNoInside(response);
  for (const words of [ERROR_PAGES.recorded.text, 'Unexpected Server Error', 'Application Error']) {
    expect(response.body).not.toContain(words);
  }
  if (file.startsWith('routes/resources/')) return;
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.body).toContain('<header');
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(healthy)?.[1] ?? 'no heading';
  const shown = [
    SHOWN[file] === undefined ? heading : escapeHtml(SHOWN[file]),
    ...(file.endsWith('blog-post.tsx') ? [heading] : []),
  ];
  expect(
    shown.some((text) => response.body.includes(text)),
    shown.join(' or '),
  ).toBe(true);
}

function expectData(response: SentResponse): void {
  expect(response.status).toBe(503);
  expect(response.headers.get('x-remix-response')).toBe('yes');
  expect(response.body).not.toContain('SanitizedError');
  expect(response.body).not.toContain('Unexpected Server Error');
  expectNoInside(response);
}

/** A file that has begun ends in the middle of its transfer, which every browser reports: it never looks like a whole one. */
async function expectBrokenOff(target: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${site.port}${target}`, {
    headers: { 'x-admin-session': token },
  });
  await expect(response.text()).rejects.toThrow();
}

/** Says which one failed: a test for each would take its own time to report. */
async function expectNamed(name: string, check: () => Promise<void>): Promise<void> {
  await check().catch((error: unknown) => {
    throw new Error(`${name}\n${error instanceof Error ? error.message : String(error)}`);
  });
}

/** Every call that reads, from the table of the application; a stream is not a read. */
async function listCalls(): Promise<string[]> {
  const application = await createTestApp();
  const paths = application.app.routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))
    .map(({ path }) => path)
    .filter((path) => !/[*]|\/(?:stream|events|openapi\.json)$/.test(path));
  await application.close();
  const ids: Record<string, string> = {
    orders: (await buildOrder(site.db)).id,
    messages: (await buildMessage(site.db)).id,
  };
  for (const { table } of ALL_CONTENT) {
    ids[kebabCase(table)] = (await buildContent(site.db, table)).id;
  }
  const { slug } = await buildBlogPost(site.db);
  return [...new Set(paths)].map((path) =>
    path
      .replace(/\/([\w-]+)\/:id/, (_, kind: string) => `/${kind}/${ids[kind] ?? uuidV7()}`)
      .replace(':slug', slug)
      .replaceAll(/:\w+/g, () => uuidV7()),
  );
}

/** Defines the tests; `nextFates` returns what happens to the next statement that reads. */
export function testFailedReads(nextFates: () => readonly string[]): void {
  beforeAll(async () => {
    site = await startFaultSite(async (url) => {
      proxy = await startDatabaseProxy(url);
      return proxy.url;
    });
    const post = await buildBlogPost(site.db);
    await buildBlogPost(site.db, { category: post.category });
    const project = await buildProject(site.db);
    await Promise.all([buildClient(site.db), buildFaq(site.db), buildTestimonial(site.db)]);
    await Promise.all([buildOrder(site.db), buildMessage(site.db)]);
    ({ token } = await signInForTest(site.db));
    confirmUrl = await buildConfirmUrl();
    values = {
      '/blog/:slug': [post.slug],
      '/portfolio/:id': [project.id],
      '/project/:id': [project.id],
      '/track/:token': ['A'.repeat(43)],
      '/track/:token/sent': ['A'.repeat(43)],
    };
  });

  afterAll(async () => {
    proxy.evaluateWith(null);
    await site.stop();
    await proxy.stop();
  });

  it('leads every page and resource of the site to its specified state, on a first visit and on the way from another page', async () => {
    const pages = listRoutes(routes).map((route) => ({ ...route, target: fill(route.path) }));
    await forgetPages();
    const found: { file: string; target: string; healthy: string; reads: string[] }[] = [];
    for (const { file, target } of pages) {
      let healthy = '';
      const reads = await listReads(async () => {
        const response = await get(target);
        healthy = response.body;
        return response;
      });
      if (reads.length > 0) found.push({ file, target, healthy, reads });
    }
    expect(found.map(({ file }) => file)).toEqual(
      expect.arrayContaining([...Object.keys(SHOWN), 'routes/site/home.tsx']),
    );

    await forgetPages();
    for (const { file, target, healthy, reads } of found) {
      for (const read of reads) {
        for (const fate of nextFates()) {
          failing(read, fate);
          const ask = `${target}, ${fate}: ${read.slice(0, 100)}`;
          await expectNamed(ask, async () => expectPage(await get(target), file, healthy));
          // Page data is asked for without the query of a link in a mail.
          if (file.startsWith('routes/resources/') || target === confirmUrl) continue;
          const data = target === '/' ? '/_.data' : `${target}.data`;
          await expectNamed(`data of ${ask}`, async () => expectData(await get(data)));
        }
      }
    }
  });

  it('leads a confirmation back to the page with its button, and a link that is used up to no other', async () => {
    const { searchParams } = new URL(confirmUrl, site.process.url);
    const confirm = () => postForm(site.port, CONFIRM_PATH, Object.fromEntries(searchParams));
    proxy.evaluateWith((statement) => (statement.includes('tracking_requests') ? '57014' : null));
    const failed = await confirm();
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).toBeTruthy();
    expect(failed.body).toContain(UNREAD_ENQUIRY.title);
    expect(failed.body).toContain(`href="${confirmUrl}"`);
    expectNoInside(failed);
    proxy.evaluateWith(null);
    expect(await confirm()).toMatchObject({ status: 303 });
    const repeated = await confirm();
    expect(repeated.status).toBe(404);
    expect(repeated.body).toContain(CONFIRM.gone);
  });

  it('leads every call of the site and of the back office to an error that says so, and ends no session', async () => {
    const targets = await listCalls();
    await forgetPages();
    expect(targets.length).toBeGreaterThan(35);
    const headers: [string, string][] = [['x-admin-session', token]];
    let count = 0;
    for (const target of targets) {
      const reads = await listReads(() => get(target, headers));
      if (target.startsWith('/api/admin/')) expect(reads, target).not.toEqual([]);
      for (const read of reads) {
        for (const fate of nextFates()) {
          const wasRun = failing(read, fate);
          await expectNamed(`${target}, ${fate}: ${read.slice(0, 100)}`, async () => {
            const response = await get(target, headers);
            if (!wasRun()) return;
            count += 1;
            if (target.endsWith('.csv') && response.status === 200) return expectBrokenOff(target);
            expectRejection(response, fate === '42703' ? 500 : 503);
            if (response.status === 503) expect(response.headers.get('retry-after')).toBeTruthy();
          });
        }
      }
    }
    expect(count).toBeGreaterThan(40);
    proxy.evaluateWith(null);
    expect((await get('/api/admin/session-check', headers)).status).toBe(200);
  });
}
