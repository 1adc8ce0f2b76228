import { Client } from 'pg';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { formatCursor } from '#server/db/keyset.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { REQUEST_LOG_MESSAGES } from '#shared/request-logs/admin-schema.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import {
  type AdminRequests,
  expectInvalid,
  listField,
  listPages,
  signedInRequests,
} from '#tests/support/admin-requests.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { sendSignIn } from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { buildLoggedRequests, buildSecurityEvents } from '#tests/support/traffic.ts';

const logged: { path: string; isAdmin?: boolean | undefined }[] = [];

const it = base.extend({});
it.override('options', ({ db }) => ({
  database: { db, destroy: () => Promise.resolve() },
  requestLog: { add: (request: (typeof logged)[number]) => void logged.push(request) },
}));
it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  for (const table of ['ddosRequestLogs', 'securityEvents'] as const) {
    await api.db.deleteFrom(table).execute();
  }
});

const AT = '2026-11-21T10:00:00.000Z';
const NO_PAGE = 'This is no page of the list';

function buildEvents({ db }: TestApp, events: { score: number; ip?: string; at?: string }[]) {
  const timed = events.map((event) => ({ at: AT, ...event }));
  return buildSecurityEvents(db, timed);
}

describe('GET traffic/requests', () => {
  const READ = [
    { at: '2026-11-21T10:00:00.000Z', ip: '203.0.113.9', endpoint: '/a' },
    { at: '2026-11-21T10:00:01.000Z', ip: '203.0.113.10', endpoint: '/b', status: 404 },
    { at: '2026-11-21T10:00:02.000Z', ip: '203.0.114.9', endpoint: '/c', status: 429 },
    { at: '2026-11-21T10:00:03.000Z', ip: '2001:db8::1', endpoint: '/d', status: 503 },
    { at: '2026-11-21T10:00:04.000Z', ip: '203.0.113.9', endpoint: '/e', isAdmin: true },
  ];

  it.for<[string, string]>([
    ['', '/d /c /b /a'],
    ['admins=1', '/e /d /c /b /a'],
    ['ip_address=203.0.113.9', '/a'],
    ['ip_address=203.0.113.9&admins=1', '/e /a'],
    ['ip_address=203.0.113.0/24', '/b /a'],
    ['ip_address=%20::ffff:203.0.113.9%20', '/a'],
    ['ip_address=2001:db8::/64', '/d'],
    ['status=404', '/b'],
    ['status=4xx', '/c /b'],
    ['status=5xx', '/d'],
    ['from=2026-11-21T10:00:01Z&to=2026-11-21T13:00:02%2B03:00', '/c /b'],
    ['ip_address=203.0.113.0/24&status=4xx&from=2026-11-21T10:00:00Z', '/b'],
    ['ip_address=198.51.100.1', ''],
    ['ip_address=&status=all&from=&to=&admins=0', '/d /c /b /a'],
  ])('lists those of %j', async ([query, expected], { api, admin }) => {
    await buildLoggedRequests(api.db, READ);
    const endpoints = await listField(admin, `traffic/requests?${query}`, 'endpoint');
    expect(endpoints.join(' ')).toBe(expected);
  });

  it('goes on behind the last one of a page, also within an instant', async ({ api, admin }) => {
    const requests = Array.from({ length: 25 }, (_, index) => {
      return { at: AT, endpoint: `/${index}`, isAdmin: index > 19 };
    });
    await buildLoggedRequests(api.db, requests);
    const read = await listPages(admin, 'traffic/requests?limit=8');
    expect(read[0]).toEqual({
      id: expect.any(Number),
      ip_address: '198.51.100.1',
      endpoint: '/19',
      response_status: 200,
      weight: 1,
      is_admin: false,
      created_at: AT,
    });
    const endpoints = requests.slice(0, 20).map(({ endpoint }) => endpoint);
    expect(read.map(({ endpoint }) => endpoint)).toEqual(endpoints.toReversed());
  });

  it.for<[string, string, string]>([
    ['ip_address=203.0.113', 'ip_address', IP_RULE_MESSAGES.address],
    [`ip_address=${'1'.repeat(61)}`, 'ip_address', IP_RULE_MESSAGES.address],
    ['status=abc', 'status', REQUEST_LOG_MESSAGES.status],
    ['status=6xx', 'status', REQUEST_LOG_MESSAGES.status],
    ['from=yesterday', 'from', REQUEST_LOG_MESSAGES.time],
    ['to=2026-11-21', 'to', REQUEST_LOG_MESSAGES.time],
    [`cursor=${formatCursor({ value: AT, id: uuidV7() })}`, 'cursor', NO_PAGE],
    [`cursor=${formatCursor({ value: 'soon', id: '1' })}`, 'cursor', NO_PAGE],
  ])('rejects %j', async ([query, field, message], { admin }) => {
    expectInvalid(await admin.get(`traffic/requests?${query}`), { [field]: message });
  });
});

it('marks requests of a signed-in administrator, and no others', async ({ api, admin }) => {
  logged.length = 0;
  const { token } = await signInForTest(api.db);
  await admin.get('traffic/requests');
  await api.request('/api/admin/traffic/requests', { headers: { 'x-admin-session': 'x' } });
  await api.request('/api/faqs', { headers: { 'x-admin-session': token } });
  for (const sessionToken of [token, 'x'.repeat(43)]) {
    await sendSignIn(api, { action: 'verify', sessionToken });
  }
  expect(logged.map(({ path, isAdmin }) => [path, isAdmin])).toEqual([
    ['/api/admin/traffic/requests', true],
    ['/api/admin/traffic/requests', false],
    ['/api/faqs', false],
    ['/api/admin-auth', true],
    ['/api/admin-auth', false],
  ]);
});

describe('POST traffic/events/acknowledge', () => {
  async function listEvents(by: AdminRequests) {
    const { items } = (await by.get('traffic/events')).body;
    return items as { id: number; event_type: string; acknowledged_at: string | null }[];
  }

  it('removes events from the alert for everyone, with who and when', async ({ api, admin }) => {
    await buildEvents(api, [
      { score: 90, ip: '203.0.113.1' },
      { score: 70, ip: '203.0.113.2' },
      { score: 69, ip: '203.0.113.3' },
    ]);
    const ids = (await listEvents(admin)).map(({ id }) => id);
    api.clock.now = new Date('2026-11-21T12:00:00Z');
    const { username } = admin;
    const first = await admin.post('traffic/events/acknowledge', { ids });
    expect(first.body).toEqual({ count: 2 });
    const other = await signedInRequests(api);
    // The second one comes too late: what was said first stays, and nothing is recorded twice.
    api.clock.now = new Date('2026-11-21T13:00:00Z');
    const again = await other.post('traffic/events/acknowledge', { ids });
    expect(again.body).toEqual({ count: 0 });
    const at = '2026-11-21T12:00:00.000Z';
    const acknowledged = { acknowledged_at: at, acknowledged_by_username: username };
    const open = { acknowledged_at: null, acknowledged_by_username: null };
    const events = '["ddos_block of 203.0.113.1","ddos_block of 203.0.113.2"]';
    const reasons = [`By ${username}`, `events: nothing → ${events}`];
    expect(await listEvents(other)).toMatchObject([
      { event_type: 'alert_acknowledged', reasons, ...open },
      { threat_score: 69, ...open },
      { threat_score: 70, ...acknowledged },
      { threat_score: 90, ...acknowledged },
    ]);
  });

  it('acknowledges known events only, and tells open screens', async ({ api, admin, database }) => {
    const listener = new Client({ connectionString: database.url });
    await listener.connect();
    const announced: string[] = [];
    listener.on('notification', ({ payload = '' }) => announced.push(payload.split(':')[0] ?? ''));
    await listener.query('listen table_versions');
    await buildEvents(api, [{ score: 90 }]);
    const [{ id } = { id: 0 }] = await listEvents(admin);
    await buildEvents(api, [{ at: '2026-11-21T09:00:00.000Z', score: 80 }]);
    await admin.post('traffic/events/acknowledge', { ids: [id] });
    await admin.post('traffic/events/acknowledge', { ids: [id] });
    expect(await listEvents(admin)).toMatchObject([
      { event_type: 'alert_acknowledged' },
      { id, acknowledged_at: expect.any(String) },
      { threat_score: 80, acknowledged_at: null },
    ]);
    await listener.query('select 1');
    expect(announced).toEqual(['security_events']);
    await listener.end();
    for (const wrong of [undefined, [], [0], [1.5], ['1'], Array.from({ length: 51 }, () => 1)]) {
      expect((await admin.post('traffic/events/acknowledge', { ids: wrong })).status).toBe(400);
    }
    const unknown = await admin.post('traffic/events/acknowledge', { ids: [2 ** 40] });
    expect(unknown.body).toEqual({ count: 0 });
  });
});
