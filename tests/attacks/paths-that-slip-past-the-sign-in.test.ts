import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInForTest } from '#tests/support/admin.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { type FaultSite, expectNoInside, send, startFaultSite } from '#tests/faults/faults.ts';

let site: FaultSite;
let token = '';
const NAME = 'Gökçe Demirhan-Taş';

beforeAll(async () => {
  site = await startFaultSite();
  ({ token } = await signInForTest(site.db));
  const response = await send(site.port, {
    path: '/api/contact-messages',
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(buildMessageInput({ name: NAME })),
  });
  expect(response.status).toBe(201);
});
afterAll(() => site.stop());

/** Other spellings of a path below `/api/admin`, such as '/messages'. */
function spellingsOf(path: string): string[] {
  const name = path.slice(1);
  const first = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  return [
    `/api/admin/${name}`,
    `/api/admin/${name}/`,
    `/api/admin//${name}`,
    `//api/admin/${name}`,
    `/api//admin/${name}`,
    `/api/./admin/${name}`,
    `/api/admin/./${name}`,
    `/api/admin/x/../${name}`,
    `/api/x/../admin/${name}`,
    `/healthz/../api/admin/${name}`,
    `/assets/../api/admin/${name}`,
    `/api/%61dmin/${name}`,
    `/api/admin/${first}`,
    `/%61pi/admin/${name}`,
    `/api%2fadmin%2f${name.replaceAll('/', '%2f')}`,
    `/api/admin%2F${name}`,
    `/api%5cadmin/${name}`,
    `/api\\admin\\${name.replaceAll('/', '\\')}`,
    `/api/admin/${name}%00`,
    `/api/admin/${name}%20`,
    `/api/admin/${name};x=1`,
    `/api/admin/${name}.json`,
    `/api/admin/${name}.data`,
    `/api/ADMIN/${name}`,
    `/API/admin/${name}`,
    `/api/admin/${name}%23`,
    `/api/admin/${name}?x=%00`,
    `/api/admin/${name}%3fx`,
    `/api/ａdmin/${name}`,
    `/api/admin/%2e%2e/admin/${name}`,
    `http://localhost/api/admin/${name}`,
  ];
}

const SPELLINGS = [
  ...spellingsOf('/messages'),
  '/admin/messages',
  '/admin/messages.data',
  '/adminloginpage',
];

it.each(SPELLINGS)('%s shows no message without a session', async (path) => {
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
    const responses = await Promise.all(
      spellings.map((path) =>
        send(site.port, {
          method,
          path,
          ...(method === 'GET'
            ? {}
            : { headers: [['content-type', 'application/json']], body: '{}' }),
        }),
      ),
    );
    for (const [index, { status, body }] of responses.entries()) {
      if ([400, 401, 404, 405].includes(status) && !body.includes(NAME)) continue;
      found.push(`${method} ${spellings[index]}: ${status}`);
    }
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
  [['x-admin-session', '{token}\tx']],
  [
    ['x-admin-session', '{token}'],
    ['x-admin-session', 'other'],
  ],
  [
    ['x-admin-session', 'other'],
    ['x-admin-session', '{token}'],
  ],
  [['x_admin_session', '{token}']],
  [['cookie', 'adminSessionToken={token}']],
] as [string, string][][])('takes no session from %j', async (...headers) => {
  const response = await send(site.port, {
    method: 'GET',
    path: '/api/admin/messages',
    headers: headers.map(([name, value]) => [name, value.replace('{token}', token)] as const),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(response.body).not.toContain(NAME);
});
