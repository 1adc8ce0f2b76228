import { describe, expect } from 'vitest';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '#shared/admin-sessions/values.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { expectError, expectInvalid, sendAs } from '#tests/support/admin-requests.ts';
import { generateCode, isSignedIn, logIn, sendSignIn, verifyCode } from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';
import { readRows } from '#tests/support/database/rows.ts';

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await api.db.deleteFrom('adminLoginAttempts').execute();
});

const checkSession = async (api: TestApp, token: string, headers: Record<string, string> = {}) =>
  (await sendAs(api, token, 'GET', 'session-check', undefined, headers)).status;

async function openSession(api: TestApp): Promise<string> {
  const { body } = await logIn(api, (await buildAdmin(api.db)).username);
  return String(body.sessionToken);
}

describe('signing in', () => {
  it('answers a session that opens the back office', async ({ api }) => {
    const { id, username } = await buildAdmin(api.db);
    const { status, body } = await logIn(api, username.toUpperCase());
    expect(status).toBe(200);
    const { sessionToken } = body;
    const adminUser = { id, username, role: 'owner' };
    expect(body).toEqual({ success: true, sessionToken, adminUser });
    expect(sessionToken).toMatch(/^[\w-]{43}$/);
    expect(await isSignedIn(api, sessionToken)).toBe(true);
    const verified = await sendSignIn(api, { action: 'verify', sessionToken });
    expect(verified).toEqual({ status: 200, body: { valid: true, adminUser } });
    // Only the hash of the token is stored.
    const rows = await readRows(api.db, 'adminSessions', '*');
    expect(JSON.stringify(rows)).not.toContain(sessionToken);
  });

  it('refuses a wrong password like an unknown name, and the disabled', async ({ api }) => {
    const { id, username } = await buildAdmin(api.db);
    for (const name of [username, 'nobody']) {
      const { status, body } = await logIn(api, name, { password: 'Kervansaray-7-Gul' });
      expect(status).toBe(401);
      expect(body).toEqual({ error: { code: 'UNAUTHORIZED', message: LOGIN_MESSAGES.failed } });
    }
    const token = String((await logIn(api, username)).body.sessionToken);
    await api.db.updateTable('adminUsers').set({ isActive: false }).where('id', '=', id).execute();
    expect((await logIn(api, username)).status).toBe(401);
    expect(await checkSession(api, token)).toBe(401);
  });

  it('names the fields that it refuses', async ({ api }) => {
    for (const [changes, fields] of [
      [{ username: '' }, { username: LOGIN_MESSAGES.username }],
      [{ username: ['x'] }, { username: LOGIN_MESSAGES.username }],
      [{ password: '' }, { password: LOGIN_MESSAGES.password }],
      [{ password: 'x'.repeat(1_001) }, { password: LOGIN_MESSAGES.password }],
      [{ isAdmin: true }, { isAdmin: 'This field is not known' }],
    ] as const) {
      const body = { action: 'login', username: 'x', password: 'x', ...changes };
      expectInvalid(await sendSignIn(api, body), fields);
    }
    const others = [{ action: 'become' }, { action: 'verify' }, { action: 'logout', token: 1 }];
    for (const body of [{}, ...others, [], null]) {
      expect((await sendSignIn(api, body)).status).toBe(400);
    }
  });
});

it('does not count successful sign-ins against the limit', async ({ api }) => {
  const { username } = await buildAdmin(api.db);
  for (let made = 0; made < 7; made += 1) expect((await logIn(api, username)).status).toBe(200);
  const rows = await readRows(api.db, 'adminLoginAttempts', ['username', 'ipAddress', 'success']);
  const attempt = { username, ipAddress: '0.0.0.0', success: true };
  expect(rows).toEqual(Array.from({ length: 7 }, () => attempt));
});

describe('the end of a session', () => {
  it('comes with signing out', async ({ api }) => {
    const sessionToken = await openSession(api);
    const signOut = () => sendSignIn(api, { action: 'logout', sessionToken });
    expect(await signOut()).toEqual({ status: 200, body: { success: true } });
    expect(await checkSession(api, sessionToken)).toBe(401);
    const { body } = await sendSignIn(api, { action: 'verify', sessionToken });
    expect(body).toEqual({ valid: false });
    expect((await signOut()).status).toBe(200);
  });

  it('comes 30 minutes after the last request that a person caused', async ({ api }) => {
    const token = await openSession(api);
    const start = api.clock.now.getTime();
    api.clock.now = new Date(start + SESSION_IDLE_MS - 1);
    expect(await checkSession(api, token)).toBe(200);
    api.clock.now = new Date(start + 2 * SESSION_IDLE_MS - 3);
    expect(await checkSession(api, token, { 'x-admin-background': '1' })).toBe(200);
    const { body } = await sendSignIn(api, { action: 'verify', sessionToken: token });
    expect(body.valid).toBe(true);
    api.clock.now = new Date(start + 2 * SESSION_IDLE_MS - 1);
    expect(await checkSession(api, token)).toBe(401);
  });

  it('comes after two hours in any case', async ({ api }) => {
    const token = await openSession(api);
    const start = api.clock.now.getTime();
    for (let passed = 0; passed < SESSION_LIFETIME_MS; passed += SESSION_IDLE_MS / 2) {
      api.clock.now = new Date(start + passed);
      expect(await checkSession(api, token)).toBe(200);
    }
    api.clock.now = new Date(start + SESSION_LIFETIME_MS);
    expect(await checkSession(api, token)).toBe(401);
  });
});

describe('the second factor', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

  async function challengeOf(api: TestApp) {
    const factor = { totpSecret: secret, totpConfirmedAt: api.clock.now };
    const { username } = await buildAdmin(api.db, undefined, factor);
    const { status, body } = await logIn(api, username);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['challenge', 'mfaRequired']);
    return { username, challenge: String(body.challenge) };
  }

  it('takes a code once, and no challenge opens anything', async ({ api }) => {
    const { username, challenge } = await challengeOf(api);
    expect(await checkSession(api, challenge)).toBe(401);
    const { status, body } = await verifyCode(api, challenge, generateCode(api, secret));
    expect(status).toBe(200);
    expect(await checkSession(api, String(body.sessionToken))).toBe(200);
    expect((await verifyCode(api, challenge, generateCode(api, secret))).status).toBe(401);
    const second = String((await logIn(api, username)).body.challenge);
    expect((await verifyCode(api, second, generateCode(api, secret))).status).toBe(401);
    api.clock.advance(30_000);
    expect((await verifyCode(api, second, generateCode(api, secret))).status).toBe(200);
  });

  it('counts wrong codes as failed sign-ins', async ({ api }) => {
    const { challenge } = await challengeOf(api);
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        verifyCode(api, challenge, String(index).padStart(6, '0')),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('ends a challenge after five minutes', async ({ api }) => {
    const { challenge } = await challengeOf(api);
    api.clock.advance(5 * 60 * 1_000);
    const response = await verifyCode(api, challenge, generateCode(api, secret));
    expectError(response, 401, LOGIN_MESSAGES.challengeEnded);
  });
});
