import { describe, expect } from 'vitest';
import { DEVICE_ALERT_MS, MAX_DEVICES } from '#server/services/accounts/devices.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import { NEW_SIGN_IN_EVENT_TYPE } from '#shared/security-events/values.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { expectError, sendAs } from '#tests/support/admin-requests.ts';
import { logIn } from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { insertRows, readRows, updateRows } from '#tests/support/database/rows.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1';
const OFFICE = '203.0.113.7';
const ELSEWHERE = '198.51.100.20';

const it = base.extend({});
it.override('options', { environment: { TRUSTED_PROXIES: '0.0.0.0' } });

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await api.db.deleteFrom('adminLoginAttempts').execute();
  await api.db.deleteFrom('securityEvents').execute();
});

async function signIn(api: TestApp, username: string, { from = OFFICE, userAgent = FIREFOX } = {}) {
  api.clock.advance(1_000);
  const { body } = await logIn(api, username, { from, userAgent });
  return String(body.sessionToken);
}

const ask = (api: TestApp, token: string, method = 'GET', path = 'devices') =>
  sendAs(api, token, method, path);

async function listInQuestion(api: TestApp, token: string): Promise<{ id: string }[]> {
  const { body } = await ask(api, token);
  return body.items.filter((device: { is_in_question: boolean }) => device.is_in_question);
}

function listEvents(api: TestApp) {
  return readRows(api.db, 'securityEvents', ['eventType', 'ipAddress', 'threatScore', 'reasons']);
}

describe('the devices of an administrator', () => {
  it('are browsers and networks; the first and known raise no question', async ({ api }) => {
    const { username } = await buildAdmin(api.db);
    await signIn(api, username);
    const firstSeen = api.clock.now.toISOString();
    const token = await signIn(api, username);
    expect((await ask(api, token)).body.items).toEqual([
      {
        id: expect.any(String),
        browser: 'Firefox on Linux',
        ip_address: OFFICE,
        first_seen_at: firstSeen,
        last_seen_at: api.clock.now.toISOString(),
        is_current: true,
        is_in_question: false,
      },
    ]);
    const { username: other } = await buildAdmin(api.db);
    await signIn(api, other, { from: '2001:db8:1:2::1' });
    const second = await signIn(api, other, { from: '2001:db8:1:2::2' });
    expect((await ask(api, second)).body.items).toMatchObject([{ ip_address: '2001:db8:1:2::2' }]);
    expect(await listEvents(api)).toEqual([]);
  });

  it.for([
    ['another browser', { userAgent: SAFARI }, 'Safari on iOS', OFFICE],
    ['another network', { from: ELSEWHERE }, 'Firefox on Linux', ELSEWHERE],
  ] as const)('ask and record: %s', async ([, change, browser, ipAddress], { api }) => {
    const { username } = await buildAdmin(api.db);
    const older = await signIn(api, username);
    const newer = await signIn(api, username, change);
    const device = { browser, ip_address: ipAddress };
    expect(await listInQuestion(api, older)).toMatchObject([device]);
    expect(await listInQuestion(api, newer)).toEqual([]);
    const reasons = [expect.stringContaining(`${username} signed in with ${browser}`)];
    const event = { eventType: NEW_SIGN_IN_EVENT_TYPE, ipAddress, threatScore: 0, reasons };
    expect(await listEvents(api)).toEqual([event]);
    await signIn(api, username, change);
    expect(await listEvents(api)).toHaveLength(1);
  });

  it('are no longer in question once confirmed, or after a month', async ({ api }) => {
    const { username } = await buildAdmin(api.db);
    const older = await signIn(api, username);
    await signIn(api, username, { userAgent: SAFARI });
    await signIn(api, username, { from: ELSEWHERE });
    const [first, second] = await listInQuestion(api, older);
    expect((await ask(api, older, 'POST', `devices/${first?.id}/confirm`)).status).toBe(200);
    expect(await listInQuestion(api, older)).toMatchObject([{ id: second?.id }]);
    const firstSeenAt = new Date(api.clock.now.getTime() - DEVICE_ALERT_MS);
    await updateRows(api.db, 'adminDevices', { id: second?.id ?? '' }, { firstSeenAt });
    expect(await listInQuestion(api, older)).toEqual([]);
  });

  it('are signed out and forgotten when it was somebody else', async ({ api }) => {
    const { username } = await buildAdmin(api.db);
    const older = await signIn(api, username);
    const newer = await signIn(api, username, { from: ELSEWHERE });
    const [device] = await listInQuestion(api, older);
    expect((await ask(api, older, 'DELETE', `devices/${device?.id}`)).status).toBe(200);
    expect((await ask(api, newer)).status).toBe(401);
    expect((await ask(api, older)).body.items).toHaveLength(1);
    await signIn(api, username, { from: ELSEWHERE });
    expect(await listInQuestion(api, older)).toHaveLength(1);
    expect(await listEvents(api)).toHaveLength(2);
  });

  it('cannot speak for themselves, for older ones, or for those of others', async ({ api }) => {
    const { username } = await buildAdmin(api.db);
    const older = await signIn(api, username);
    const newer = await signIn(api, username, { from: ELSEWHERE });
    const { items } = (await ask(api, newer)).body;
    expect(items).toHaveLength(2);
    for (const { id } of items) {
      const confirmed = await ask(api, newer, 'POST', `devices/${id}/confirm`);
      expectError(confirmed, 403, DEVICE_MESSAGES.newer);
      const deleted = await ask(api, newer, 'DELETE', `devices/${id}`);
      expectError(deleted, 403, DEVICE_MESSAGES.newer);
    }
    const stranger = await signIn(api, (await buildAdmin(api.db)).username);
    expect((await ask(api, stranger, 'DELETE', `devices/${items[0].id}`)).status).toBe(404);
    expect((await ask(api, stranger, 'DELETE', 'devices/x')).status).toBe(404);
    expect((await ask(api, older)).status).toBe(200);
    expect((await ask(api, newer)).status).toBe(200);
  });

  it('have a bound: the one seen longest ago is forgotten', async ({ api }) => {
    const { id, username } = await buildAdmin(api.db);
    await insertRows(
      api.db,
      'adminDevices',
      Array.from({ length: MAX_DEVICES }, (_, index) => ({
        id: crypto.randomUUID(),
        adminUserId: id,
        browser: `Browser ${index}`,
        network: OFFICE,
        ipAddress: OFFICE,
        lastSeenAt: new Date(api.clock.now.getTime() - (index + 1) * 1_000),
      })),
    );
    const token = await signIn(api, username);
    const { items } = (await ask(api, token)).body;
    expect(items).toHaveLength(MAX_DEVICES);
    const names = items.map((device: { browser: string }) => device.browser);
    expect(names).not.toContain(`Browser ${MAX_DEVICES - 1}`);
    expect(names).toContain('Firefox on Linux');
  });
});
