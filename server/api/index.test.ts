import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import * as z from 'zod';
import { SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { errorBodySchema } from '#shared/common/errors.ts';
import { API_GROUPS, findApiGroup } from '#shared/routes.ts';
import { testimonialSchema } from '#shared/testimonials/schema.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { buildFaq, buildTestimonial } from '#tests/support/factories.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createDatabase } from '#server/db/client.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import { SECURITY_HEADERS } from '#server/http/base/security-headers.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { it } from '#tests/support/fixtures.ts';

const PUBLIC_ENDPOINTS = [
  ['GET', '/api/site-settings'],
  ['GET', '/api/site-settings/stream'],
  ['GET', '/api/testimonials'],
  ['GET', '/api/team-members'],
  ['GET', '/api/blog-posts'],
  ['GET', '/api/blog-posts/{slug}'],
  ['GET', '/api/blog-posts/{slug}/related'],
  ['GET', '/api/faqs'],
  ['GET', '/api/projects'],
  ['GET', '/api/projects/{id}'],
  ['POST', '/api/contact-messages'],
  ['POST', '/api/order-attachments'],
  ['POST', '/api/submit-order'],
] as const;

async function setMaintenance(api: TestApp, maintenanceMode: boolean): Promise<void> {
  await api.db
    .updateTable('siteSettings')
    .set({ maintenanceMode, maintenanceMessage: 'Back at noon.' })
    .execute();
  await api.settings.reload();
}

it('has every group of the table of routes, and besides them only what is read', ({ api }) => {
  const endpoints = api.app.routes.filter(
    ({ path, method }) => path.startsWith('/api/') && method !== 'ALL',
  );
  const groups = new Set(endpoints.map(({ path }) => findApiGroup(path)?.path));
  expect(API_GROUPS.filter(({ path }) => !groups.has(path))).toEqual([]);
  const others = endpoints.filter(({ path }) => !findApiGroup(path));
  expect(new Set(others.map(({ method }) => method))).toEqual(new Set(['GET']));
});

async function errorOf(response: Response) {
  expect(response.headers.get('content-type')).toContain('application/json');
  return errorBodySchema.parse(await response.json()).error;
}

describe('the lists', () => {
  const list = async (api: TestApp, path: string) => (await api.request(path)).json();

  it('have published questions in their order', async ({ api }) => {
    const last = await buildFaq(api.db, { sortOrder: 20 });
    const first = await buildFaq(api.db, { sortOrder: 10, category: 'Pricing' });
    expect(await list(api, '/api/faqs')).toEqual([
      { id: first.id, question: first.question, answer: first.answer, category: 'Pricing' },
      { id: last.id, question: last.question, answer: last.answer, category: 'General' },
    ]);
  });

  it('have featured testimonials, newest first, with or without a rating', async ({ api }) => {
    const createdAt = '2026-01-01T00:00:00Z';
    const old = await buildTestimonial(api.db, { createdAt, rating: null });
    const recent = await buildTestimonial(api.db, { rating: 4 });
    const testimonials = z
      .array(z.strictObject(wireOf(testimonialSchema).schema.shape))
      .parse(await list(api, '/api/testimonials'));
    expect(testimonials.map(({ id, rating }) => [id, rating])).toEqual([
      [recent.id, 4],
      [old.id, null],
    ]);
  });
});

describe('answers', () => {
  it('are asked for again, and not sent again while nothing has changed', async ({ api }) => {
    const first = await api.request('/api/faqs');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await api.request('/api/faqs', { headers: { 'if-none-match': header } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    }
    await buildFaq(api.db);
    const changed = await api.request('/api/faqs', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
  });

  it('allow no other origin to read them', async ({ api }) => {
    const response = await api.request('/api/faqs', {
      headers: { origin: 'https://else.example' },
    });
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it.for(['/api', '/api/', '/api/nothing', '/api/blog-posts/a/b', '/api/faqs/1'])(
    'is 404 in the one shape for %s',
    async (path, { api }) => {
      const response = await api.request(path);
      expect(response.status).toBe(404);
      expect((await errorOf(response)).code).toBe('NOT_FOUND');
    },
  );
});

describe('what changes something', () => {
  const FOREIGN: Record<string, string>[] = [
    { origin: 'https://else.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://sub.localhost' },
  ];

  it('is denied to pages of other sites, whatever its path and method', async ({ api }) => {
    const changing = api.app.routes.filter(
      ({ method }) => !['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method),
    );
    expect(changing.length).toBeGreaterThan(40);
    const calls = [
      ...changing.map(({ method, path }) => [method, path.replaceAll(/:\w+/g, 'x')] as const),
      // What is left to the pages: their forms work without scripts too.
      ...['/', '/contact', '/order', '/contact.data', '/nothing'].map(
        (path) => ['POST', path] as const,
      ),
    ];
    for (const [method, path] of calls) {
      for (const headers of FOREIGN) {
        const response = await api.request(path, { method, headers });
        expect(response.status, `${method} ${path}`).toBe(403);
        expect((await errorOf(response)).code).toBe('FORBIDDEN');
      }
    }
  });

  it('is open to our own pages and to programs', async ({ api }) => {
    const body = JSON.stringify({ name: '', email: '', message: '' });
    const own: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost' },
      { origin: 'http://localhost:3000' },
    ];
    for (const headers of own) {
      const response = await api.request('/api/contact-messages', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      expect((await errorOf(response)).code, JSON.stringify(headers)).toBe('VALIDATION');
    }
  });
});

describe('a request that a proxy on this machine passes on, which nobody has configured', () => {
  it('is not from this machine: no metrics, and the back office is told', async ({ api }) => {
    const server = createHttpServer({
      fetch: (request, env) => api.app.fetch(request, env),
      sources: api.sources,
      gate: createTrafficGate({ ...api, requestLog: { add: () => undefined } }),
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const read = (headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/metrics`, { headers });
    try {
      expect((await read()).status).toBe(200);
      expect(api.sources.hasUnconfiguredProxy).toBe(false);
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
        for (const value of ['127.0.0.1', '198.51.100.1', 'for=127.0.0.1']) {
          expect((await read({ [name]: value })).status, `${name}: ${value}`).toBe(403);
        }
      }
      const { token } = await signInForTest(api.db);
      const admin = await api.request('/api/admin/traffic/protection', {
        headers: { [SESSION_HEADER]: token },
      });
      expect(await admin.json()).toMatchObject({ has_unconfigured_proxy: true });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

describe('maintenance', () => {
  it.afterEach(({ api }) => setMaintenance(api, false));

  it('closes every public call with the message of the administrators', async ({ api }) => {
    await setMaintenance(api, true);
    for (const [method, path] of PUBLIC_ENDPOINTS.slice(2)) {
      const response = await api.request(path.replaceAll(/\{\w+\}/g, 'x'), { method });
      expect(response.status, path).toBe(503);
      expect(response.headers.get('retry-after'), path).toMatch(/^\d+$/);
      expect(await errorOf(response)).toEqual({ code: 'UNAVAILABLE', message: 'Back at noon.' });
    }
  });

  it('leaves the settings, their stream and the documentation open', async ({ api }) => {
    await setMaintenance(api, true);
    const settings = await api.request('/api/site-settings');
    expect(await settings.json()).toMatchObject({
      maintenance_mode: true,
      maintenance_message: 'Back at noon.',
    });
    const stream = await api.request('/api/site-settings/stream');
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    for (const path of ['/api/openapi.json', '/healthz']) {
      expect((await api.request(path)).status, path).toBe(200);
    }
    for (const path of ['/api/admin/orders', '/api/admin-auth']) {
      expect((await api.request(path)).status, path).not.toBe(503);
    }
  });
});

describe('a database that cannot be reached', () => {
  it('gets 503 and nothing about the reason', async () => {
    const broken = await createTestApp({
      database: createDatabase({ connection: 'postgres://nobody:secret@127.0.0.1:1/none' }),
    });
    for (const [, path] of PUBLIC_ENDPOINTS.filter(([method]) => method === 'GET').slice(2)) {
      const id = '01939b6e-0000-7000-8000-000000000000';
      const response = await broken.request(path.replaceAll(/\{\w+\}/g, id));
      expect(response.status, path).toBe(503);
      expect(response.headers.get('retry-after')).toBe('10');
      const error = await errorOf(response);
      expect(error.code).toBe('UNAVAILABLE');
      expect(error.message).not.toMatch(/127\.0\.0\.1|ECONN|secret/);
    }
    await broken.close();
  });
});

describe('the documentation', () => {
  const documentSchema = z.looseObject({
    openapi: z.string(),
    paths: z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ security: z.array(z.unknown()) })),
    ),
  });

  it('says of exactly the public endpoints that they need no session', async ({ api }) => {
    const response = await api.request('/api/openapi.json');
    const document = documentSchema.parse(await response.json());
    expect(document.openapi).toBe('3.1.0');
    const open = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security }]) => security.length === 0)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(open.toSorted()).toEqual(
      [
        ...PUBLIC_ENDPOINTS.map(([method, path]) => `${method} ${path}`),
        'POST /api/admin-auth',
        'GET /api/openapi.json',
      ].toSorted(),
    );
  });
});

describe('a request that names a host', () => {
  it('of another site without PUBLIC_URL learns what to set', async ({ api }) => {
    const headers = { host: 'rebind.example' };
    const rejected = await api.request('/api/faqs', { headers });
    expect(rejected.status).toBe(400);
    expect((await errorOf(rejected)).message).toContain('PUBLIC_URL');
    const page = await api.request('/faq', { headers });
    expect(page.status).toBe(400);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('PUBLIC_URL');
    for (const host of ['192.168.1.20:3000', 'vitrin']) {
      expect((await api.request('/api/faqs', { headers: { host } })).status, host).toBe(200);
    }
  });
});

describe('the headers of every response', () => {
  it.for([
    ['/blog/', 308],
    ['/api/site-settings/stream', 200],
    ['/api/nothing', 404],
    ['/media/nothing.webp', 404],
  ] as const)('are on %s', async ([path, status], { api }) => {
    const response = await api.request(path);
    expect(response.status).toBe(status);
    for (const [name, value] of SECURITY_HEADERS) expect(response.headers.get(name)).toBe(value);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    await response.body?.cancel();
  });
});
