import { rm } from 'node:fs/promises';
import { v7 as uuidV7 } from 'uuid';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { startSite } from '#tests/support/site-process.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { expectNoInside, send, sendRaw } from '#tests/faults/faults.ts';
import { attackBuiltSite, JSON_TYPE, site } from './attacked-site.ts';

let token = '';
const NAME = 'Gökçe Demirhan-Taş';

attackBuiltSite();

beforeAll(async () => {
  ({ token } = await signInForTest(site.db));
  const response = await send(site.port, {
    path: '/api/contact-messages',
    headers: [JSON_TYPE],
    body: JSON.stringify(buildMessageInput({ name: NAME })),
  });
  expect(response.status).toBe(201);
});

/** Other spellings of a path below `/api/admin`, such as '/messages'. */
function spellingsOf(path: string): string[] {
  const name = path.slice(1);
  const first = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const behind = ['', '/', '%00', '%20', ';x=1', '.json', '.data', '%23', '?x=%00', '%3fx'];
  const folders = [
    ...'/api/admin// //api/admin/ /api//admin/ /api/./admin/ /api/admin/./'.split(' '),
    ...'/api/admin/x/../ /api/x/../admin/ /healthz/../api/admin/ /assets/../api/admin/'.split(' '),
    ...'/api/%61dmin/ /%61pi/admin/ /api/admin%2F /api%5cadmin/ /api/ADMIN/ /API/admin/'.split(' '),
    ...'/api/ａdmin/ /api/admin/%2e%2e/admin/ http://localhost/api/admin/'.split(' '),
  ];
  return [
    ...behind.map((end) => `/api/admin/${name}${end}`),
    ...folders.map((folder) => `${folder}${name}`),
    `/api/admin/${first}`,
    `/api%2fadmin%2f${name.replaceAll('/', '%2f')}`,
    `/api\\admin\\${name.replaceAll('/', '\\')}`,
  ];
}

it.each([
  ...spellingsOf('/messages'),
  '/admin/messages',
  '/admin/messages.data',
  '/adminloginpage',
])('%s shows no message without a session', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const response = await send(site.port, { method, path });
    expect(response.body).not.toContain(NAME);
    expect(response.status, `${method} ${response.status}`).toBeLessThan(500);
    if (path.toLowerCase().includes('api')) expect(response.status).toBeGreaterThanOrEqual(300);
    expectNoInside(response);
  }
});

it('answers no spelling of any call without a session', async () => {
  const app = await createTestApp();
  const calls = new Set(
    app.app.routes
      .filter(({ path, method }) => path.startsWith('/api/admin/') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.slice('/api/admin'.length)}`),
  );
  await app.close();
  expect(calls.size).toBeGreaterThan(70);
  const found: string[] = [];
  for (const call of calls) {
    const [method = '', route = ''] = call.split(' ');
    const spellings = spellingsOf(route.replaceAll(/:\w+/g, uuidV7()));
    const sent = method === 'GET' ? {} : { headers: [JSON_TYPE], body: '{}' };
    const trySpelling = async (path: string) => {
      const { status, body } = await send(site.port, { method, path, ...sent });
      if ([400, 401, 404, 405].includes(status) && !body.includes(NAME)) return;
      found.push(`${method} ${path}: ${status}`);
    };
    await Promise.all(spellings.map(trySpelling));
  }
  expect(found).toEqual([]);
});

it('shows the messages to a session, so the search above looks in the right place', async () => {
  const response = await send(site.port, {
    method: 'GET',
    path: '/api/admin/messages',
    headers: [['x-admin-session', token]],
  });
  expect(response.status).toBe(200);
  expect(response.body).toContain(NAME);
});

it.each([
  'x-admin-session: {token}\tx',
  'x-admin-session: {token}\r\nx-admin-session: other',
  'x-admin-session: other\r\nx-admin-session: {token}',
  'x_admin_session: {token}',
  'cookie: adminSessionToken={token}',
])('takes no session from %j', async (lines) => {
  const headers = lines.replace('{token}', token);
  const head = `GET /api/admin/messages HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\n`;
  const response = await sendRaw(site.port, [head]);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(response.body).not.toContain(NAME);
});

it('lets five of 100 parallel tries through, over two processes together', async () => {
  const [dataDir, port] = await Promise.all([makeDataDir(), freePort()]);
  const environment = { DATABASE_URL: site.database.url };
  const second = await startSite({ port, dataDir, environment });
  onTestFinished(async () => {
    await second.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });
  const { username } = await buildAdmin(site.db);
  const guess = (_: unknown, index: number) =>
    send(index % 2 ? site.port : port, {
      path: '/api/admin-auth',
      headers: [JSON_TYPE, ['x-forwarded-for', `198.51.100.${index}`]],
      body: JSON.stringify({ action: 'login', username, password: `Wrong-guess-${index}` }),
    });
  const responses = await Promise.all(Array.from({ length: 100 }, guess));
  const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual(Array.from({ length: 100 }, (_, index) => (index < 5 ? 401 : 429)));
  const attempts = await site.db.selectFrom('adminLoginAttempts').select('success').execute();
  expect(attempts).toHaveLength(5);
});
