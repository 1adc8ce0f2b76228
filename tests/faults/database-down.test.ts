import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateRows } from '#tests/support/database/rows.ts';
import { buildBlogPost, buildProject } from '#tests/support/factories.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import {
  type SentResponse,
  countLeads,
  escapeHtml,
  expectNoInside,
  expectRejection,
  type FaultSite,
  get as getFrom,
  MULTIPART,
  multipart,
  openStream,
  postForm,
  postJson,
  postMessage,
  readReadiness,
  send,
  startFaultSite,
  uploadFile,
} from './faults.ts';

const ORDER = {
  ...buildOrderInput(),
  fullName: 'Özlem "Öz" Öztürk',
  phone: '+90 312 555 01 23',
  company: 'Çetin & Demir',
  projectDescription:
    'A dashboard that shows open shipments,\nunpaid invoices and late customers each morning.',
};

const MESSAGE = {
  name: 'Gökçe Demir',
  email: 'gokce@example.com',
  message: 'Could we meet on Tuesday to talk about an <invoicing> tool?',
};

let site: FaultSite;
let proxy: DatabaseProxy;
let post: { slug: string };
let project: { id: string };

beforeAll(async () => {
  site = await startFaultSite(async (url) => {
    proxy = await startDatabaseProxy(url);
    return proxy.url;
  });
  post = await buildBlogPost(site.db);
  project = await buildProject(site.db);
});

afterAll(async () => {
  await site.stop();
  await proxy.stop();
});

const get = (path: string) => getFrom(site.port, path);

const postOrder = (order: object) => postJson(site.port, '/api/submit-order', order);

function sendOrder(withFile: boolean, email = ORDER.email): Promise<SentResponse> {
  const fields = Object.entries({ ...ORDER, email }).flatMap(([name, value]) =>
    [value].flat().map((entry) => ({ name, value: String(entry) })),
  );
  const files = withFile ? [{ name: 'files', fileName: 'plan.pdf', value: '%PDF-1.7\n' }] : [];
  const body = multipart([...fields, ...files]);
  return send(site.port, { path: '/order', headers: [MULTIPART], body });
}

const sendMessage = (email = MESSAGE.email) =>
  postForm(site.port, '/contact', { ...MESSAGE, email });

function expectUnavailable(response: SentResponse): void {
  expectRejection(response, 503);
  expect(JSON.parse(response.body).error.code).toBe('UNAVAILABLE');
  expect(response.headers.get('retry-after')).toBe('10');
}

function expectPage(response: SentResponse, status: number): void {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('retry-after')).toBe(status === 503 ? '10' : null);
  expect(response.body).toMatch(/<h1[ >]/);
  expect(response.body).toContain('<header');
  expect(response.body).toContain('</html>');
  expectNoInside(response);
}

/** Asserts that a form is shown with what was entered. */
function expectEntered(response: SentResponse, entries: object): void {
  const tags = response.body.match(/<input[^>]*>/g) ?? [];
  for (const [name, entry] of Object.entries(entries) as [string, unknown][]) {
    for (const value of [entry].flat().map((text) => escapeHtml(String(text)))) {
      const tag = tags.find(
        (text) => text.includes(`name="${name}"`) && text.includes(`value="${value}"`),
      );
      const isText = response.body.includes(`>${value}</textarea>`);
      expect(tag !== undefined || isText, `${name}: ${value}`).toBe(true);
      if (tag && /type="(?:radio|checkbox)"/.test(tag)) expect(tag).toContain('checked=""');
    }
  }
}

async function expectRecovery(): Promise<void> {
  // Another one each time: a form without scripts that says the same counts as the same.
  const email = `${randomUUID()}@example.com`;
  await expect.poll(() => readReadiness(site.port), { timeout: 8_000, interval: 100 }).toBe(200);
  expectPage(await get('/'), 200);
  expectPage(await get(`/blog/${post.slug}`), 200);
  expectPage(await get(`/portfolio/${project.id}`), 200);
  const before = await countLeads(site);
  expect((await postOrder(ORDER)).status).toBe(201);
  expect((await sendOrder(true, email)).status).toBe(303);
  expect((await sendMessage(email)).status).toBe(303);
  const after = await countLeads(site);
  expect(after).toEqual({
    orders: before.orders + 2,
    messages: before.messages + 1,
    attachments: before.attachments + 1,
    files: before.files + 1,
  });
}

/** Asks for pages that are cached from then on. */
async function keepPages(): Promise<SentResponse[]> {
  const lists = ['/', '/blog', '/portfolio', '/faq', '/terms-of-service'];
  const paths = [...lists, `/blog/${post.slug}`, `/portfolio/${project.id}`];
  // The one that came while something changed is not cached.
  await Promise.all(paths.map(get));
  return Promise.all(paths.map(get));
}

/** One probe a second serves all who ask: the former result is told until then. */
async function expectNotReady(): Promise<void> {
  await expect.poll(() => readReadiness(site.port), { timeout: 10_000 }).toBe(503);
}

async function expectOutage(cached: SentResponse[]): Promise<void> {
  expect((await get('/healthz')).status).toBe(200);
  await expectNotReady();

  const again = await keepPages();
  expect(again.map(({ body }) => body)).toEqual(cached.map(({ body }) => body));
  for (const response of again) expectPage(response, 200);
  await expect.poll(() => site.process.output()).toContain('served as they were last known');

  const unknown = ['/blog?category=a', '/portfolio?category=b', '/faq?category=c', '/terms'];
  for (const response of await Promise.all(unknown.map(get))) expectPage(response, 503);
  const free = ['/pricing', '/contact', '/order', `/contact?sent=${randomUUID()}`];
  for (const response of await Promise.all(free.map(get))) expectPage(response, 200);
  expectPage(await get('/nowhere'), 404);

  const calls = [
    '/api/blog-posts',
    `/api/blog-posts/${post.slug}`,
    `/api/blog-posts/${post.slug}/related`,
    '/api/projects',
    `/api/projects/${project.id}`,
    '/api/faqs',
    '/api/testimonials',
    '/api/site-settings',
  ];
  for (const response of await Promise.all(calls.map(get))) expectUnavailable(response);
  const feed = await get('/blog/rss.xml');
  expect(feed.status).toBe(503);
  expectNoInside(feed);
  expect((await get('/robots.txt')).status).toBe(200);

  expectUnavailable(await postOrder(ORDER));
  expectUnavailable(await postMessage(site.port, MESSAGE));
  expectUnavailable(await uploadFile(site.port));

  for (const withFile of [false, true]) {
    const response = await sendOrder(withFile);
    expectPage(response, 503);
    expectEntered(response, ORDER);
    expect(response.body).toContain('Submission failed');
  }
  const message = await sendMessage();
  expectPage(message, 503);
  expectEntered(message, MESSAGE);
  expect(message.body).toContain('Error sending message');
}

describe('the database', () => {
  it('may go away and come back: what does not need it works, nothing that was entered is lost', async () => {
    const before = await countLeads(site);
    const stream = openStream(site.port, '/api/site-settings/stream');
    const lastEvent = () => stream.text.match(/\ndata: \{.*\}\n/g)?.at(-1);
    await expect.poll(lastEvent).toBeDefined();
    const cached = await keepPages();
    await proxy.cut();
    await expectOutage(cached);
    expect(await countLeads(site)).toEqual(before);

    await updateRows(site.db, 'siteSettings', {}, { copyrightText: '© after the outage' });
    await proxy.restore();
    await expectRecovery();
    await expect.poll(lastEvent, { timeout: 8_000 }).toContain('© after the outage');
    await updateRows(site.db, 'siteSettings', {}, { copyrightText: '© heard at once' });
    await expect.poll(lastEvent, { timeout: 1_000 }).toContain('© heard at once');
    stream.close();
  });

  it('may fall silent: nobody waits for long, and it is used again when it speaks', async () => {
    expect(await readReadiness(site.port)).toBe(200);
    await keepPages();
    proxy.freeze();
    expect((await get('/healthz')).status).toBe(200);
    for (const page of await keepPages()) expectPage(page, 200);
    const pages = await Promise.all([get('/blog?category=d'), get('/faq?category=e')]);
    await expectNotReady();
    for (const page of pages) {
      expectPage(page, 503);
      expect(page.ms).toBeLessThan(10_000);
    }
    const [call, order, message] = await Promise.all([
      postMessage(site.port, MESSAGE),
      sendOrder(false),
      sendMessage(),
    ]);
    expectUnavailable(call);
    expectPage(order, 503);
    expectEntered(order, ORDER);
    expectPage(message, 503);
    expectEntered(message, MESSAGE);
    await proxy.restore();
    await expectRecovery();
  });
});
