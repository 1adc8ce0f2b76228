import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInForTest } from '#tests/support/admin.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { type FaultSite, expectNoInside, send, startFaultSite } from './faults.ts';

let site: FaultSite;
let token = '';
const NAME = 'Gökçe Demirhan-Taş';

beforeAll(async () => {
  site = await startFaultSite();
  ({ token } = await signInForTest(site.db));
  const answer = await send(site.port, {
    path: '/api/contact-messages',
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(buildMessageInput({ name: NAME })),
  });
  expect(answer.status).toBe(201);
});
afterAll(() => site.stop());

const SPELLINGS = [
  '/api/admin/messages',
  '/api/admin/messages/',
  '/api/admin//messages',
  '//api/admin/messages',
  '/api//admin/messages',
  '/api/./admin/messages',
  '/api/admin/./messages',
  '/api/admin/x/../messages',
  '/api/x/../admin/messages',
  '/healthz/../api/admin/messages',
  '/assets/../api/admin/messages',
  '/api/%61dmin/messages',
  '/api/admin/%6dessages',
  '/%61pi/admin/messages',
  '/api%2fadmin%2fmessages',
  '/api/admin%2Fmessages',
  '/api%5cadmin/messages',
  '/api\\admin\\messages',
  '/api/admin/messages%00',
  '/api/admin/messages%20',
  '/api/admin/messages;x=1',
  '/api/admin/messages.json',
  '/api/admin/messages.data',
  '/api/ADMIN/messages',
  '/API/admin/messages',
  '/api/admin/messages%23',
  '/api/admin/messages?x=%00',
  '/api/admin/messages%3fx',
  '/api/ａdmin/messages',
  '/api/admin/%2e%2e/admin/messages',
  'http://localhost/api/admin/messages',
  '/admin/messages',
  '/admin/messages.data',
  '/adminloginpage',
];

it.each(SPELLINGS)('%s shows no message without a session', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const answer = await send(site.port, { method, path });
    expect(answer.body).not.toContain(NAME);
    expect(answer.status, `${method} ${answer.status}`).toBeLessThan(500);
    if (path.toLowerCase().includes('api')) expect(answer.status).toBeGreaterThanOrEqual(300);
    expectNoInside(answer);
  }
});

it('shows the messages to a session, so the search above looks in the right place', async () => {
  const answer = await send(site.port, {
    method: 'GET',
    path: '/api/admin/messages',
    headers: [['x-admin-session', token]],
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toContain(NAME);
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
  const answer = await send(site.port, {
    method: 'GET',
    path: '/api/admin/messages',
    headers: headers.map(([name, value]) => [name, value.replace('{token}', token)] as const),
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.body).not.toContain(NAME);
});
