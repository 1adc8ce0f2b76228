import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEVICE_ALERT_MS, MAX_DEVICES } from '#shared/devices/values.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import { NEW_SIGN_IN_EVENT_TYPE } from '#shared/security-events/values.ts';
import { buildAdmin, TEST_PASSWORD } from '#tests/support/admin.ts';
import type { AdminResponse } from '#tests/support/admin-requests.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1';
const OFFICE = '203.0.113.7';
const ELSEWHERE = '198.51.100.20';

let site: TestApp;
let now = new Date();

beforeAll(async () => {
  site = await createTestApp({ now: () => now, environment: { TRUSTED_PROXIES: '0.0.0.0' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = new Date();
  await site.db.deleteFrom('adminLoginAttempts').execute();
  await site.db.deleteFrom('securityEvents').execute();
});

async function signIn(username: string, { from = OFFICE, userAgent = FIREFOX } = {}) {
  now = new Date(now.getTime() + 1_000);
  const response = await site.request('/api/admin-auth', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      'user-agent': userAgent,
    },
    body: JSON.stringify({ action: 'login', username, password: TEST_PASSWORD }),
  });
  const { sessionToken } = (await response.json()) as { sessionToken: string };
  return sessionToken;
}

async function ask(token: string, method = 'GET', path = 'devices'): Promise<AdminResponse> {
  const response = await site.request(`/api/admin/${path}`, {
    method,
    headers: { 'x-admin-session': token },
  });
  return {
    status: response.status,
    body: await response.json(),
  };
}

async function listInQuestion(token: string): Promise<{ id: string }[]> {
  const { body } = await ask(token);
  return body.items.filter((device: { is_in_question: boolean }) => device.is_in_question);
}

function listEvents() {
  return site.db
    .selectFrom('securityEvents')
    .select(['eventType', 'ipAddress', 'threatScore', 'reasons'])
    .execute();
}

describe('the devices of an administrator', () => {
  it('are browsers and networks; the first one, and those seen before, raise no question', async () => {
    const { username } = await buildAdmin(site.db);
    await signIn(username);
    const firstSeen = now.toISOString();
    const token = await signIn(username);
    const { status, body } = await ask(token);
    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        browser: 'Firefox on Linux',
        ip_address: OFFICE,
        first_seen_at: firstSeen,
        last_seen_at: now.toISOString(),
        is_current: true,
        is_in_question: false,
      },
    ]);
    expect(await listEvents()).toEqual([]);
  });

  it.each([
    ['another browser', { userAgent: SAFARI }, 'Safari on iOS', OFFICE],
    ['another network', { from: ELSEWHERE }, 'Firefox on Linux', ELSEWHERE],
  ])('raise a question and an event: %s', async (_, change, browser, address) => {
    const { username } = await buildAdmin(site.db);
    const older = await signIn(username);
    const newer = await signIn(username, change);
    expect(await listInQuestion(older)).toMatchObject([{ browser, ip_address: address }]);
    expect(await listInQuestion(newer)).toEqual([]);
    expect(await listEvents()).toEqual([
      {
        eventType: NEW_SIGN_IN_EVENT_TYPE,
        ipAddress: address,
        threatScore: 0,
        reasons: [expect.stringContaining(`${username} signed in with ${browser}`)],
      },
    ]);
    await signIn(username, change);
    expect(await listEvents()).toHaveLength(1);
  });

  it('are one for the addresses of an IPv6 /64', async () => {
    const { username } = await buildAdmin(site.db);
    await signIn(username, { from: '2001:db8:1:2::1' });
    const token = await signIn(username, { from: '2001:db8:1:2::2' });
    expect((await ask(token)).body.items).toMatchObject([{ ip_address: '2001:db8:1:2::2' }]);
  });

  it('are not in question any more once the administrator has said yes, or after a month', async () => {
    const { username } = await buildAdmin(site.db);
    const older = await signIn(username);
    await signIn(username, { userAgent: SAFARI });
    await signIn(username, { from: ELSEWHERE });
    const [first, second] = await listInQuestion(older);
    expect((await ask(older, 'POST', `devices/${first?.id}/confirm`)).status).toBe(200);
    expect(await listInQuestion(older)).toMatchObject([{ id: second?.id }]);
    await site.db
      .updateTable('adminDevices')
      .set({ firstSeenAt: new Date(now.getTime() - DEVICE_ALERT_MS) })
      .where('id', '=', second?.id ?? '')
      .execute();
    expect(await listInQuestion(older)).toEqual([]);
  });

  it('are signed out and forgotten when it was somebody else', async () => {
    const { username } = await buildAdmin(site.db);
    const older = await signIn(username);
    const newer = await signIn(username, { from: ELSEWHERE });
    const [device] = await listInQuestion(older);
    expect((await ask(older, 'DELETE', `devices/${device?.id}`)).status).toBe(200);
    expect((await ask(newer)).status).toBe(401);
    expect((await ask(older)).body.items).toHaveLength(1);
    await signIn(username, { from: ELSEWHERE });
    expect(await listInQuestion(older)).toHaveLength(1);
    expect(await listEvents()).toHaveLength(2);
  });

  it('cannot speak for themselves, for older ones, or for those of others', async () => {
    const { username } = await buildAdmin(site.db);
    const older = await signIn(username);
    const newer = await signIn(username, { from: ELSEWHERE });
    const { items } = (await ask(newer)).body;
    expect(items).toHaveLength(2);
    for (const { id } of items) {
      for (const [method, path] of [
        ['POST', `devices/${id}/confirm`],
        ['DELETE', `devices/${id}`],
      ] as const) {
        const { status, body } = await ask(newer, method, path);
        expect([status, body.error.message]).toEqual([403, DEVICE_MESSAGES.newer]);
      }
    }
    const stranger = await signIn((await buildAdmin(site.db)).username);
    expect((await ask(stranger, 'DELETE', `devices/${items[0].id}`)).status).toBe(404);
    expect((await ask(stranger, 'DELETE', 'devices/x')).status).toBe(404);
    expect((await ask(older)).status).toBe(200);
    expect((await ask(newer)).status).toBe(200);
  });

  it('have a bound: the one seen longest ago is forgotten', async () => {
    const { id, username } = await buildAdmin(site.db);
    await site.db
      .insertInto('adminDevices')
      .values(
        Array.from({ length: MAX_DEVICES }, (_, index) => ({
          id: crypto.randomUUID(),
          adminUserId: id,
          browser: `Browser ${index}`,
          network: OFFICE,
          ipAddress: OFFICE,
          lastSeenAt: new Date(now.getTime() - (index + 1) * 1_000),
        })),
      )
      .execute();
    const token = await signIn(username);
    const { items } = (await ask(token)).body;
    expect(items).toHaveLength(MAX_DEVICES);
    const names = items.map((device: { browser: string }) => device.browser);
    expect(names).not.toContain(`Browser ${MAX_DEVICES - 1}`);
    expect(names).toContain('Firefox on Linux');
  });
});
