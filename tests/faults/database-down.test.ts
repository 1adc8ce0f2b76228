import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { buildBlogPost, buildProject } from '#tests/support/factories.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import {
  type SentResponse,
  countLeads,
  expectNoInside,
  expectRejection,
  type FaultSite,
  MULTIPART,
  multipart,
  send,
  startFaultSite,
} from './faults.ts';

const JSON_TYPE = ['content-type', 'application/json'] as const;
const URL_ENCODED = ['content-type', 'application/x-www-form-urlencoded'] as const;

const ORDER = {
  fullName: 'Özlem "Öz" Öztürk',
  email: 'ozlem@example.com',
  phone: '+90 312 555 01 23',
  company: 'Çetin & Demir',
  serviceType: 'Business Dashboards',
  projectDescription:
    'A dashboard that shows open shipments,\nunpaid invoices and late customers each morning.',
  desiredFeatures: ['User Authentication', 'Advanced Analytics'],
  estimatedBudget: '15k-50k',
  targetTimeline: '60-days',
  requiredLanguages: ['English', 'Turkish'],
  termsAccepted: true,
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

function get(path: string): Promise<SentResponse> {
  return send(site.port, { method: 'GET', path });
}

function postJson(path: string, body: object): Promise<SentResponse> {
  const headers = [JSON_TYPE, ['idempotency-key', randomUUID()] as const];
  return send(site.port, { path, headers, body: JSON.stringify(body) });
}

function upload(): Promise<SentResponse> {
  return send(site.port, {
    path: '/api/order-attachments',
    headers: [MULTIPART, ['idempotency-key', randomUUID()]],
    body: multipart([{ name: 'file', fileName: 'plan.pdf', value: '%PDF-1.7\n' }]),
  });
}

function postOrder(withFile: boolean, email = ORDER.email): Promise<SentResponse> {
  const fields = Object.entries({ ...ORDER, email }).flatMap(([name, value]) =>
    [value].flat().map((entry) => ({ name, value: String(entry) })),
  );
  const files = withFile ? [{ name: 'files', fileName: 'plan.pdf', value: '%PDF-1.7\n' }] : [];
  return send(site.port, {
    path: '/order',
    headers: [MULTIPART],
    body: multipart([...fields, ...files]),
  });
}

function postMessage(email = MESSAGE.email): Promise<SentResponse> {
  const body = new URLSearchParams({ ...MESSAGE, email }).toString();
  return send(site.port, { path: '/contact', headers: [URL_ENCODED], body });
}

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

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function expectCached(response: SentResponse, entries: object): void {
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
  await expect
    .poll(async () => (await get('/readyz')).status, { timeout: 8_000, interval: 100 })
    .toBe(200);
  expectPage(await get('/'), 200);
  expectPage(await get(`/blog/${post.slug}`), 200);
  expectPage(await get(`/portfolio/${project.id}`), 200);
  const before = await countLeads(site);
  expect((await postJson('/api/submit-order', ORDER)).status).toBe(201);
  expect((await postOrder(true, email)).status).toBe(303);
  expect((await postMessage(email)).status).toBe(303);
  const after = await countLeads(site);
  expect(after).toEqual({
    orders: before.orders + 2,
    messages: before.messages + 1,
    attachments: before.attachments + 1,
    files: before.files + 1,
  });
}

/** The settings that arrive on an event stream, as they arrive. */
async function openStream(): Promise<{ events: string[]; close(): void }> {
  const socket = connect({ port: site.port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const stream = { events: [] as string[], close: () => void socket.destroy() };
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    stream.events = [...text.matchAll(/\ndata: (\{.*\})\n/g)].map(([, data = '']) => data);
  });
  socket.on('error', () => undefined);
  socket.write('GET /api/site-settings/stream HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => stream.events.length).toBe(1);
  return stream;
}

const CACHED = ['/', '/blog', '/portfolio', '/faq', '/terms-of-service'];

/** Asks for pages that are cached from then on. */
async function keepPages(): Promise<SentResponse[]> {
  const paths = [...CACHED, `/blog/${post.slug}`, `/portfolio/${project.id}`];
  // The one that came while something changed is not cached.
  await Promise.all(paths.map(get));
  return Promise.all(paths.map(get));
}

/** One probe a second serves all who ask: the former result is told until then. */
async function expectNotReady(): Promise<void> {
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 10_000 }).toBe(503);
}

async function expectOutage(cached: SentResponse[]): Promise<void> {
  expect((await get('/healthz')).status).toBe(200);
  await expectNotReady();

  // As they were last known.
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

  expectUnavailable(await postJson('/api/submit-order', ORDER));
  expectUnavailable(await postJson('/api/contact-messages', MESSAGE));
  expectUnavailable(await upload());

  for (const withFile of [false, true]) {
    const response = await postOrder(withFile);
    expectPage(response, 503);
    expectCached(response, ORDER);
    expect(response.body).toContain('Submission failed');
  }
  const message = await postMessage();
  expectPage(message, 503);
  expectCached(message, MESSAGE);
  expect(message.body).toContain('Error sending message');
}

describe('the database', () => {
  it('may go away and come back: what does not need it works, nothing that was entered is lost', async () => {
    const before = await countLeads(site);
    const stream = await openStream();
    const cached = await keepPages();
    await proxy.cut();
    await expectOutage(cached);
    expect(await countLeads(site)).toEqual(before);

    // Changed while the site could not hear of it.
    await site.db
      .updateTable('siteSettings')
      .set({ copyrightText: '© after the outage' })
      .where('id', '=', SITE_SETTINGS_ID)
      .execute();
    await proxy.restore();
    await expectRecovery();
    await expect
      .poll(() => stream.events.at(-1), { timeout: 8_000 })
      .toContain('© after the outage');
    await site.db
      .updateTable('siteSettings')
      .set({ copyrightText: '© heard at once' })
      .where('id', '=', SITE_SETTINGS_ID)
      .execute();
    await expect.poll(() => stream.events.at(-1), { timeout: 1_000 }).toContain('© heard at once');
    stream.close();
  });

  it('may fall silent: nobody waits for long, and it is used again when it speaks', async () => {
    expect((await get('/readyz')).status).toBe(200);
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
      postJson('/api/contact-messages', MESSAGE),
      postOrder(false),
      postMessage(),
    ]);
    expectUnavailable(call);
    expectPage(order, 503);
    expectCached(order, ORDER);
    expectPage(message, 503);
    expectCached(message, MESSAGE);
    await proxy.restore();
    await expectRecovery();
  });
});
