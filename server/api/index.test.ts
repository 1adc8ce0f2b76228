import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import { SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { errorBodySchema } from '#shared/common/errors.ts';
import { API_GROUPS, findApiGroup } from '#shared/routes.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { buildFaq } from '#tests/support/factories.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createDatabase } from '#server/db/client.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import { SECURITY_HEADERS } from '#server/http/base/security-headers.ts';
import { it } from '#tests/support/fixtures.ts';
import { updateRows } from '#tests/support/database/rows.ts';

async function setMaintenance(api: TestApp, maintenanceMode: boolean): Promise<void> {
  const settings = { maintenanceMode, maintenanceMessage: 'Back at noon.' };
  await updateRows(api.db, 'siteSettings', {}, settings);
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

describe('answers', () => {
  it('are asked for again, and not sent again while nothing has changed', async ({ api }) => {
    const first = await api.request('/api/faqs');
    expect(Object.fromEntries(first.headers)).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'same-origin',
    });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await api.request('/api/faqs', { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await buildFaq(api.db);
    expect((await api.request('/api/faqs', { headers })).status).toBe(200);
  });

  it('are 404 in the one shape for unknown paths', async ({ api }) => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/blog-posts/a/b', '/api/faqs/1']) {
      const response = await api.request(path);
      expect(response.status, path).toBe(404);
      expect((await errorOf(response)).code).toBe('NOT_FOUND');
    }
  });
});

it('denies changes to pages of other sites, whatever path and method', async ({ api }) => {
  const FOREIGN: Record<string, string>[] = [
    { origin: 'https://else.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://sub.localhost' },
  ];
  const changing = api.app.routes.filter(
    ({ method }) => !['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method),
  );
  expect(changing.length).toBeGreaterThan(40);
  // The pages handle these themselves, since their forms work without scripts too.
  const pages = ['/', '/contact', '/order', '/contact.data', '/nothing'];
  for (const { method, path: pattern } of [
    ...changing,
    ...pages.map((path) => ({ method: 'POST', path })),
  ]) {
    const path = pattern.replaceAll(/:\w+/g, 'x');
    for (const headers of FOREIGN) {
      const response = await api.request(path, { method, headers });
      expect(response.status, `${method} ${path}`).toBe(403);
      expect((await errorOf(response)).code).toBe('FORBIDDEN');
    }
  }
});

it('takes no request through an unconfigured local proxy for a local one', async ({ api }) => {
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

describe('maintenance', () => {
  it.afterEach(({ api }) => setMaintenance(api, false));

  it('closes every public call but the settings and the documentation', async ({ api }) => {
    await setMaintenance(api, true);
    const calls = api.app.routes.filter(
      ({ path, method }) =>
        /^\/api\/(?!admin|site-settings|openapi)/.test(path) && method !== 'ALL',
    );
    expect(calls.length).toBeGreaterThan(10);
    for (const { method, path } of calls) {
      const response = await api.request(path.replaceAll(/:\w+/g, 'x'), { method });
      expect(response.status, path).toBe(503);
      expect(response.headers.get('retry-after'), path).toMatch(/^\d+$/);
      expect(await errorOf(response)).toEqual({ code: 'UNAVAILABLE', message: 'Back at noon.' });
    }
    const settings = await api.request('/api/site-settings');
    const shown = { maintenance_mode: true, maintenance_message: 'Back at noon.' };
    expect(await settings.json()).toMatchObject(shown);
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

it('responds with 503 and no reason while the database cannot be reached', async () => {
  const connection = 'postgres://nobody:secret@127.0.0.1:1/none';
  const broken = await createTestApp({ database: createDatabase({ connection }) });
  const response = await broken.request('/api/faqs');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
  const { code, message } = await errorOf(response);
  expect(code).toBe('UNAVAILABLE');
  expect(message).not.toMatch(/127\.0\.0\.1|ECONN|secret/);
  await broken.close();
});

it('tells a request for another host without PUBLIC_URL what to set', async ({ api }) => {
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

it.for([
  ['/blog/', 308],
  ['/api/site-settings/stream', 200],
  ['/api/nothing', 404],
  ['/media/nothing.webp', 404],
] as const)('sends the security headers with %s', async ([path, status], { api }) => {
  const response = await api.request(path);
  expect(response.status).toBe(status);
  for (const [name, value] of SECURITY_HEADERS) expect(response.headers.get(name)).toBe(value);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  await response.body?.cancel();
});
