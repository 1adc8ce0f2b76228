import { beforeEach, expect } from 'vitest';
import { pino } from 'pino';
import { errorBodySchema } from '#shared/common/errors.ts';
import type { Overload, OverloadLevel } from '#server/http/guard/overload.ts';
import { postJson } from '#tests/support/admin-requests.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it as base } from '#tests/support/fixtures.ts';

let level: OverloadLevel = 0;
let begun: string[] = [];
let underWay = 0;
let logWeight = 1;
let logged: { path: string; weight?: number }[] = [];
let lines: string[] = [];

const overload: Overload = {
  get level() {
    return level;
  },
  begin(method) {
    begun.push(method);
    underWay += 1;
    return () => void (underWay -= 1);
  },
  logWeight: () => logWeight,
  stop: () => undefined,
};

const it = base.extend({});
it.override('options', {
  overload,
  requestLog: { add: (request) => void logged.push(request) },
  log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
});

beforeEach(() => {
  level = 0;
  logWeight = 1;
  begun = [];
  logged = [];
  lines = [];
});

const post = (api: TestApp, path: string, body: object) =>
  postJson(api, path, body, { 'idempotency-key': crypto.randomUUID() });

it('gives up lists and pages under overload, and restores them', async ({ api, admin }) => {
  for (const path of ['/api/faqs', '/api/blog-posts']) {
    level = 1;
    expect((await api.request(path)).status, path).toBe(200);
    level = 2;
    const denied = await api.request(path);
    expect(denied.status, path).toBe(503);
    expect(denied.headers.get('retry-after')).toBe('10');
    expect(denied.headers.get('x-request-id')).toBeTruthy();
    const { error } = errorBodySchema.parse(await denied.json());
    expect(error.code).toBe('UNAVAILABLE');
    level = 0;
    expect((await api.request(path)).status, path).toBe(200);
  }
  level = 2;
  expect((await admin.get('orders')).status).toBe(503);
  expect((await admin.raw('GET', 'orders/export.csv?time_zone=UTC')).status).toBe(503);
  expect((await admin.get('traffic/summary')).status).toBe(200);
  expect((await admin.get('session-check')).status).toBe(200);
  const page = await api.request('/blog');
  expect(page.status).toBe(503);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
});

it('gives up the detail of the logs first', async ({ api }) => {
  await api.request('/api/faqs');
  expect(logged).toMatchObject([{ path: '/api/faqs', weight: 1 }]);
  expect(lines.filter((line) => line.includes('"responded"'))).toHaveLength(1);
  level = 1;
  lines = [];
  logWeight = 0;
  await api.request('/api/faqs');
  logWeight = 10;
  await api.request('/api/blog-posts');
  expect(logged.slice(1)).toMatchObject([{ path: '/api/blog-posts', weight: 10 }]);
  expect(lines).toEqual([]);
});

it('goes on taking orders, messages and sign-ins, and stays observable', async ({ api }) => {
  level = 2;
  expect((await post(api, '/api/submit-order', buildOrderInput())).status).toBe(201);
  expect((await post(api, '/api/contact-messages', buildMessageInput())).status).toBe(201);
  const login = { action: 'login', username: 'nobody', password: 'seven lanterns at dusk' };
  expect((await post(api, '/api/admin-auth', login)).status).toBe(401);
  for (const path of ['/healthz', '/readyz', '/api/site-settings']) {
    expect((await api.request(path)).status, path).toBe(200);
  }
});

it('counts each request while it is in flight, also one that fails', async ({ api }) => {
  await api.request('/api/faqs');
  await api.request('/api/no-such-call');
  await post(api, '/api/contact-messages', {});
  expect(begun).toEqual(['GET', 'GET', 'POST']);
  expect(underWay).toBe(0);
});
