import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { describe, expect } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { SESSION_LIFETIME_MS } from '#shared/admin-sessions/values.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { CODES_PAUSED_EVENT_TYPE, HIGH_THREAT_SCORE } from '#shared/security-events/values.ts';
import { buildAdmin, signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { HOSTILE_VALUES, sendAs } from '#tests/support/admin-requests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

const HOUR_MS = 60 * 60 * 1_000;

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await api.db.deleteFrom('adminLoginAttempts').execute();
});

async function login(api: TestApp, username: string, password = TEST_PASSWORD) {
  const response = await api.request('/api/admin-auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'login', username, password }),
  });
  return (await response.json()) as Record<string, string>;
}

async function completeLogin(
  api: TestApp,
  challenge: string | undefined,
  code: string,
): Promise<number> {
  const response = await api.request('/api/admin-auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'mfa-verify', challenge, code }),
  });
  return response.status;
}

function codeAt(api: TestApp, secret: string, time = api.clock.now): string {
  return new TOTP({ secret }).generate({ timestamp: time.getTime() });
}

async function isLive(api: TestApp, token: string): Promise<boolean> {
  return (await sendAs(api, token, 'GET', 'session-check')).status === 200;
}

/** An administrator with two sessions and, where asked for, a second factor. */
async function buildAccount(api: TestApp, { withSecondFactor = false } = {}) {
  const admin = await buildAdmin(api.db);
  let { token } = await signInForTest(api.db, admin);
  const { token: otherToken } = await signInForTest(api.db, admin);
  const { token: strangersToken } = await signInForTest(api.db);
  let secret = '';
  let recoveryCodes: string[] = [];
  if (withSecondFactor) {
    secret = (await sendAs(api, token, 'POST', 'mfa/enrol', { password: TEST_PASSWORD })).body
      .secret;
    const confirmed = await sendAs(api, token, 'POST', 'mfa/confirm', {
      code: codeAt(api, secret),
    });
    recoveryCodes = confirmed.body.recovery_codes;
    token = confirmed.body.session_token;
    api.clock.advance(30_000);
  }
  return { ...admin, token, otherToken, strangersToken, secret, recoveryCodes };
}

async function countFailures(api: TestApp): Promise<number> {
  const rows = await api.db.selectFrom('adminLoginAttempts').select('id').execute();
  return rows.length;
}

function accountRow(api: TestApp, id: string) {
  return api.db.selectFrom('adminUsers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Waits until a call of the application stands behind a lock of the test. */
async function waitUntilBlocked(api: TestApp): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
      `.execute(api.db);
      return rows[0]?.count;
    })
    .toBe(1);
}

describe('POST mfa/enrol and mfa/confirm', () => {
  it('sets up an authenticator app, and puts one new session in the place of all', async ({
    api,
  }) => {
    const { token, otherToken, strangersToken, username } = await buildAccount(api);
    const { status, body } = await sendAs(api, token, 'POST', 'mfa/enrol', {
      password: TEST_PASSWORD,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_uri: expect.stringContaining(`otpauth://totp/Vitrin:${username}`),
      qr_size: expect.any(Number),
      qr_path: expect.stringMatching(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/),
    });
    expect(new URL(body.otpauth_uri).searchParams.get('secret')).toBe(body.secret);
    // Until a code is confirmed, the password alone is enough.
    expect(await login(api, username)).toHaveProperty('sessionToken');
    expect((await sendAs(api, token, 'GET', 'account')).body.has_second_factor).toBe(false);

    const confirmed = await sendAs(api, token, 'POST', 'mfa/confirm', {
      code: ` ${codeAt(api, body.secret).replace(/^.../, '$& ')} `,
    });
    expect(confirmed.status).toBe(200);
    const codes: string[] = confirmed.body.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await isLive(api, token)).toBe(false);
    expect(await isLive(api, otherToken)).toBe(false);
    expect(await isLive(api, strangersToken)).toBe(true);
    const next: string = confirmed.body.session_token;
    expect((await sendAs(api, next, 'GET', 'account')).body).toMatchObject({
      username,
      has_second_factor: true,
      recovery_codes_left: 10,
    });
    expect(await countFailures(api)).toBe(1);
  });

  it('draws the code that a telephone reads', async ({ api }) => {
    const { token } = await buildAccount(api);
    const { body } = await sendAs(api, token, 'POST', 'mfa/enrol', { password: TEST_PASSWORD });
    const { encode } = await import('uqr');
    const { data } = encode(body.otpauth_uri, { ecc: 'M', border: 4 });
    const drawn = Array.from({ length: body.qr_size }, () => Array(body.qr_size).fill(false));
    for (const [, x, y, width] of body.qr_path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      for (let step = 0; step < Number(width); step += 1)
        drawn[Number(y)]![Number(x) + step] = true;
    }
    expect(drawn).toEqual(data);
  });

  it('keeps recovery codes as hashes, takes each once, and not the code that confirmed', async ({
    api,
  }) => {
    const { username, secret, recoveryCodes, token } = await buildAccount(api, {
      withSecondFactor: true,
    });
    const rows = await api.db.selectFrom('adminRecoveryCodes').selectAll().execute();
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
    api.clock.now = new Date(api.clock.now.getTime() - 30_000);
    const { challenge } = await login(api, username);
    expect(await completeLogin(api, challenge, codeAt(api, secret))).toBe(401);
    expect(await completeLogin(api, challenge, String(recoveryCodes[0]).toUpperCase())).toBe(200);
    const { challenge: second } = await login(api, username);
    expect(await completeLogin(api, second, String(recoveryCodes[0]))).toBe(401);
    expect((await sendAs(api, token, 'GET', 'account')).body.recovery_codes_left).toBe(9);
  });

  it('asks for the password', async ({ api }) => {
    const { token, id } = await buildAccount(api);
    const { status, body } = await sendAs(api, token, 'POST', 'mfa/enrol', { password: 'wrong' });
    expect(status).toBe(400);
    expect(body.error.fields).toEqual({ password: ACCOUNT_MESSAGES.wrongPassword });
    const { totpSecret } = await api.db
      .selectFrom('adminUsers')
      .select('totpSecret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(totpSecret).toBeNull();
    expect(await countFailures(api)).toBe(1);
  });

  it('refuses a wrong code, a code before the set-up, and a second set-up', async ({ api }) => {
    const { token } = await buildAccount(api);
    expect(await sendAs(api, token, 'POST', 'mfa/confirm', { code: '123456' })).toMatchObject({
      status: 409,
      body: { error: { message: ACCOUNT_MESSAGES.notStarted } },
    });
    const { secret } = (await sendAs(api, token, 'POST', 'mfa/enrol', { password: TEST_PASSWORD }))
      .body;
    const wrong = codeAt(api, secret) === '123456' ? '123457' : '123456';
    const rejected = await sendAs(api, token, 'POST', 'mfa/confirm', { code: wrong });
    expect(rejected.status).toBe(400);
    expect(rejected.body.error.fields).toEqual({ code: ACCOUNT_MESSAGES.wrongCode });
    expect(await countFailures(api)).toBe(1);
    const confirmed = await sendAs(api, token, 'POST', 'mfa/confirm', {
      code: codeAt(api, secret),
    });
    expect(confirmed.status).toBe(200);
    const next: string = confirmed.body.session_token;
    expect(
      (await sendAs(api, next, 'POST', 'mfa/confirm', { code: codeAt(api, secret) })).status,
    ).toBe(409);
    const again = await sendAs(api, next, 'POST', 'mfa/enrol', { password: TEST_PASSWORD });
    expect(again).toMatchObject({
      status: 409,
      body: { error: { message: ACCOUNT_MESSAGES.alreadyOn } },
    });
    api.clock.advance(30_000);
    expect(
      (
        await sendAs(api, next, 'POST', 'mfa/disable', {
          password: TEST_PASSWORD,
          code: codeAt(api, secret),
        })
      ).status,
    ).toBe(200);
  });

  it('lets nobody try codes or passwords more than five times an hour', async ({ api }) => {
    const { token } = await buildAccount(api);
    const { secret } = (await sendAs(api, token, 'POST', 'mfa/enrol', { password: TEST_PASSWORD }))
      .body;
    const right = codeAt(api, secret);
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2
          ? sendAs(api, token, 'POST', 'mfa/confirm', { code: right === '000000' ? '1' : '000000' })
          : sendAs(api, token, 'POST', 'mfa/enrol', { password: `Wrong-${index}` }),
      ),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
    const limited = tries.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(7);
    expect(limited[0]?.body.error.message).toBe(LOGIN_MESSAGES.tooMany);
    expect((await sendAs(api, token, 'POST', 'mfa/confirm', { code: right })).status).toBe(429);
  });
});

describe('POST mfa/disable', () => {
  it('takes both factors, and the password alone is enough afterwards', async ({ api }) => {
    const { token, username, secret } = await buildAccount(api, { withSecondFactor: true });
    const { challenge } = await login(api, username);
    const { status, body } = await sendAs(api, token, 'POST', 'mfa/disable', {
      password: TEST_PASSWORD,
      code: codeAt(api, secret),
    });
    expect([status, body]).toEqual([200, { success: true, session_token: expect.any(String) }]);
    expect(await isLive(api, token)).toBe(false);
    expect((await sendAs(api, body.session_token, 'GET', 'account')).body).toMatchObject({
      has_second_factor: false,
      recovery_codes_left: 0,
    });
    expect(await login(api, username)).toHaveProperty('sessionToken');
    api.clock.advance(30_000);
    expect(await completeLogin(api, challenge, codeAt(api, secret))).toBe(401);
  });

  it('takes a recovery code', async ({ api }) => {
    const { token, recoveryCodes } = await buildAccount(api, { withSecondFactor: true });
    const body = { password: TEST_PASSWORD, code: recoveryCodes[9] };
    expect((await sendAs(api, token, 'POST', 'mfa/disable', body)).status).toBe(200);
  });

  it.for([
    ['a wrong password', { password: 'wrong' }, { password: ACCOUNT_MESSAGES.wrongPassword }],
    ['a wrong code', { code: '12345' }, { code: ACCOUNT_MESSAGES.wrongCode }],
    ['no password', { password: '' }, { password: ACCOUNT_MESSAGES.currentPassword }],
    ['no code', { code: ' ' }, { code: ACCOUNT_MESSAGES.code }],
    ['more', { force: true }, { force: 'This field is not known' }],
  ] as const)('refuses %s', async ([, changes, fields], { api }) => {
    const { token, secret } = await buildAccount(api, { withSecondFactor: true });
    const { status, body } = await sendAs(api, token, 'POST', 'mfa/disable', {
      password: TEST_PASSWORD,
      code: codeAt(api, secret),
      ...changes,
    });
    expect(status).toBe(400);
    expect(body.error.fields).toEqual(fields);
    expect((await sendAs(api, token, 'GET', 'account')).body.has_second_factor).toBe(true);
  });

  it('says so where there is none', async ({ api }) => {
    const { token } = await buildAccount(api);
    const received = await sendAs(api, token, 'POST', 'mfa/disable', {
      password: TEST_PASSWORD,
      code: '123456',
    });
    expect(received).toMatchObject({
      status: 409,
      body: { error: { message: ACCOUNT_MESSAGES.notOn } },
    });
    expect(await countFailures(api)).toBe(0);
  });
});

describe('wrong codes of one account', () => {
  /** Limits of the address do not apply: each attempt comes from another one. */
  async function forgetAddress(api: TestApp) {
    await api.db.deleteFrom('adminLoginAttempts').execute();
  }

  const ENTRY_POINTS = {
    async 'sign-in'(api: TestApp, { username }: { username: string }, code: string) {
      const { challenge } = await login(api, username);
      return completeLogin(api, challenge, code);
    },
    async proof(api: TestApp, { token }: { token: string }, secret: string) {
      return (await sendAs(api, token, 'POST', 'proof', { secret })).status;
    },
    async 'switching off'(api: TestApp, { token }: { token: string }, code: string) {
      const body = { password: TEST_PASSWORD, code };
      return (await sendAs(api, token, 'POST', 'mfa/disable', body)).status;
    },
  };

  async function buildAttacked(api: TestApp) {
    const account = await buildAccount(api, { withSecondFactor: true });
    return { ...account, wrong: codeAt(api, account.secret) === '000000' ? '000001' : '000000' };
  }

  it('pause the app’s codes for an hour after 20, while recovery codes go on working', async ({
    api,
  }) => {
    const { maxWrongCodesPerHour, pause } = LIMITS.secondFactor;
    const account = await buildAttacked(api);
    const { id, username, secret, recoveryCodes, wrong } = account;
    const enter = Object.values(ENTRY_POINTS);
    for (let index = 0; index < maxWrongCodesPerHour; index += 1) {
      await forgetAddress(api);
      expect([400, 401]).toContain(await enter[index % enter.length]?.(api, account, wrong));
    }
    await forgetAddress(api);
    for (const enter of Object.values(ENTRY_POINTS)) {
      expect(await enter(api, account, codeAt(api, secret))).toBe(429);
      await forgetAddress(api);
    }
    const { challenge } = await login(api, username);
    const response = await api.request('/api/admin-auth', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'mfa-verify', challenge, code: codeAt(api, secret) }),
    });
    expect(response.headers.get('retry-after')).toBe(String(pause / 1_000));
    expect(await response.json()).toEqual({
      error: { code: 'RATE_LIMITED', message: LOGIN_MESSAGES.codesPaused },
    });
    expect(await completeLogin(api, challenge, String(recoveryCodes[0]))).toBe(200);

    const events = await api.db
      .selectFrom('securityEvents')
      .select(['eventType', 'threatScore', 'reasons'])
      .where('eventType', '=', CODES_PAUSED_EVENT_TYPE)
      .execute();
    expect(events).toEqual([
      {
        eventType: CODES_PAUSED_EVENT_TYPE,
        threatScore: HIGH_THREAT_SCORE,
        reasons: [expect.stringContaining(username)],
      },
    ]);
    const mails = await api.db
      .selectFrom('outboxMails')
      .select(['recipient', 'payload'])
      .where('kind', '=', 'admin-users.codes-paused')
      .execute();
    const until = new Date(api.clock.now.getTime() + pause).toISOString();
    expect(mails).toEqual([{ recipient: 'team', payload: { adminUserId: id, until } }]);

    await forgetAddress(api);
    api.clock.advance(pause);
    const { challenge: later } = await login(api, username);
    expect(await completeLogin(api, later, codeAt(api, secret))).toBe(200);
  });

  it('count for an hour each', async ({ api }) => {
    const { maxWrongCodesPerHour } = LIMITS.secondFactor;
    const account = await buildAttacked(api);
    await api.db
      .updateTable('adminUsers')
      .set({ totpFailedAt: Array.from({ length: maxWrongCodesPerHour - 1 }, () => api.clock.now) })
      .where('id', '=', account.id)
      .execute();
    api.clock.advance(HOUR_MS);
    expect(await ENTRY_POINTS['sign-in'](api, account, account.wrong)).toBe(401);
    const code = codeAt(api, account.secret);
    expect(await ENTRY_POINTS['sign-in'](api, account, code)).toBe(200);
  });

  it('count while an app is being set up', async ({ api }) => {
    const { token, id } = await buildAccount(api);
    const { secret } = (await sendAs(api, token, 'POST', 'mfa/enrol', { password: TEST_PASSWORD }))
      .body;
    const code = codeAt(api, secret) === '000000' ? '000001' : '000000';
    await sendAs(api, token, 'POST', 'mfa/confirm', { code });
    expect((await accountRow(api, id)).totpFailedAt).toEqual([api.clock.now]);
  });

  it('never count before the password is right', async ({ api }) => {
    const { id, token, username } = await buildAccount(api, { withSecondFactor: true });
    expect(await login(api, username, 'Wrong-password-1')).not.toHaveProperty('challenge');
    const body = { password: 'Wrong-password-1', code: '000000' };
    expect((await sendAs(api, token, 'POST', 'mfa/disable', body)).status).toBe(400);
    expect((await accountRow(api, id)).totpFailedAt).toEqual([]);
  });

  it.for([
    [2, 1, ['passkey', 'one of your 2 recovery codes']],
    [0, 0, ['accepted again']],
  ] as const)(
    'lead to a mail that names %i recovery codes and %i passkeys',
    async ([codes, passkeys, expected], { api }) => {
      const { id, username } = await buildAdmin(api.db);
      const codeHash = (index: number) => Buffer.alloc(32, index);
      for (let index = 0; index < codes; index += 1) {
        await api.db
          .insertInto('adminRecoveryCodes')
          .values({ id: randomUUID(), adminUserId: id, codeHash: codeHash(index) })
          .execute();
      }
      for (let index = 0; index < passkeys; index += 1) {
        await api.db
          .insertInto('adminPasskeys')
          .values({
            id: randomUUID(),
            adminUserId: id,
            credentialId: Buffer.from(id),
            publicKey: Buffer.alloc(32),
            counter: 0,
            transports: [],
            name: 'Telephone',
            isSynced: false,
          })
          .execute();
      }
      const payload = { adminUserId: id, until: '2026-11-27T15:00:00.000Z' };
      const mail = { kind: 'admin-users.codes-paused', recipient: 'team', payload };
      const { blocks } = await composeContent(
        { ...api, siteUrl: 'https://site.example' } as never,
        mail,
      );
      const text = JSON.stringify(blocks);
      for (const part of [username, '27 November 2026 at 15:00 UTC', ...expected]) {
        expect(text).toContain(part);
      }
      expect(text.includes('recovery codes')).toBe(codes > 0);
      expect(text.includes('passkey')).toBe(passkeys > 0);
    },
  );
});

describe('POST password', () => {
  const NEXT = 'Zeytin-dali-94-kopru';

  it('changes it, and puts one new session in the place of all', async ({ api }) => {
    const { token, otherToken, strangersToken, username } = await buildAccount(api);
    const { status, body } = await sendAs(api, token, 'POST', 'password', {
      current_password: TEST_PASSWORD,
      new_password: NEXT,
    });
    expect([status, body]).toEqual([
      200,
      { success: true, session_token: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    expect(await isLive(api, token)).toBe(false);
    expect(await isLive(api, otherToken)).toBe(false);
    const { items } = (await sendAs(api, body.session_token, 'GET', 'sessions')).body;
    expect(items).toEqual([expect.objectContaining({ is_current: true })]);
    expect(await isLive(api, strangersToken)).toBe(true);
    expect(await countFailures(api)).toBe(0);
    expect(await login(api, username)).toHaveProperty('error');
    expect(await login(api, username, NEXT)).toHaveProperty('sessionToken');
  });

  it('ends a sign-in that waits for its code', async ({ api }) => {
    const { token, username, secret } = await buildAccount(api, { withSecondFactor: true });
    const { challenge } = await login(api, username);
    const body = { current_password: TEST_PASSWORD, new_password: NEXT };
    expect((await sendAs(api, token, 'POST', 'password', body)).status).toBe(200);
    expect(await completeLogin(api, challenge, codeAt(api, secret))).toBe(401);
  });

  it.for([
    [{ current_password: 'wrong' }, { current_password: ACCOUNT_MESSAGES.wrongPassword }],
    [{ current_password: '' }, { current_password: ACCOUNT_MESSAGES.currentPassword }],
    [{ new_password: '' }, { new_password: ACCOUNT_MESSAGES.newPassword }],
    [{ new_password: 'short' }, { new_password: 'The password must be 12 to 72 bytes long.' }],
    [
      { new_password: 'ş'.repeat(37) },
      { new_password: 'The password must be 12 to 72 bytes long.' },
    ],
    [
      { new_password: 'password123456' },
      { new_password: 'This password is too common. Please choose another.' },
    ],
    [{ new_password: TEST_PASSWORD }, { new_password: ACCOUNT_MESSAGES.samePassword }],
    [{ username: 'x' }, { username: 'This field is not known' }],
  ] as const)('refuses %j and changes nothing', async ([changes, fields], { api }) => {
    const { token, otherToken, username } = await buildAccount(api);
    const { status, body } = await sendAs(api, token, 'POST', 'password', {
      current_password: TEST_PASSWORD,
      new_password: NEXT,
      ...changes,
    });
    expect(status).toBe(400);
    expect(body.error.fields).toEqual(fields);
    expect(await isLive(api, otherToken)).toBe(true);
    expect(await login(api, username)).toHaveProperty('sessionToken');
  });

  it('counts wrong passwords with the failed sign-ins of the address', async ({ api }) => {
    const { token, username } = await buildAccount(api);
    const body = { current_password: 'Wrong-password-1', new_password: NEXT };
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => sendAs(api, token, 'POST', 'password', body)),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3);
    expect(await login(api, username)).toHaveProperty('error.code', 'RATE_LIMITED');
    expect(await isLive(api, token)).toBe(true);
  });

  it('lets one of two simultaneous changes win', async ({ api }) => {
    const { token, username } = await buildAccount(api);
    const responses = await Promise.all(
      ['Zeytin-dali-94-a', 'Zeytin-dali-94-b'].map((password) =>
        sendAs(api, token, 'POST', 'password', {
          current_password: TEST_PASSWORD,
          new_password: password,
        }).then(({ status }) => ({ status, password })),
      ),
    );
    const winners = responses.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(await login(api, username, winners[0]?.password)).toHaveProperty('sessionToken');
  });
});

type Sender = { api: TestApp; token: string; secret: string };

describe('the new session', () => {
  const NEXT = 'Zeytin-dali-94-kopru';

  const changes = [
    [
      'a new password',
      { withSecondFactor: false },
      ({ api, token }: Sender) =>
        sendAs(api, token, 'POST', 'password', {
          current_password: TEST_PASSWORD,
          new_password: NEXT,
        }),
    ],
    [
      'turning the second factor on',
      { withSecondFactor: false },
      ({ api, token, secret }: Sender) =>
        sendAs(api, token, 'POST', 'mfa/confirm', { code: codeAt(api, secret) }),
    ],
    [
      'turning the second factor off',
      { withSecondFactor: true },
      ({ api, token, secret }: Sender) =>
        sendAs(api, token, 'POST', 'mfa/disable', {
          password: TEST_PASSWORD,
          code: codeAt(api, secret),
        }),
    ],
  ] as const;

  async function prepare(api: TestApp, options: { withSecondFactor: boolean }) {
    const account = await buildAccount(api, options);
    const { token, withSecondFactor } = { ...account, ...options };
    const secret: string = withSecondFactor
      ? account.secret
      : (await sendAs(api, token, 'POST', 'mfa/enrol', { password: TEST_PASSWORD })).body.secret;
    return { ...account, secret };
  }

  function liveSessionsOf(api: TestApp, adminUserId: string) {
    return api.db
      .selectFrom('adminSessions')
      .select(['id', 'expiresAt'])
      .where('adminUserId', '=', adminUserId)
      .where('isActive', '=', true)
      .execute();
  }

  it.for(changes)(
    'ends when the one that asked would have, after %s',
    async ([, options, change], { api }) => {
      const account = await prepare(api, options);
      const expiresAt = new Date(api.clock.now.getTime() + 300_000);
      await api.db
        .updateTable('adminSessions')
        .set({ expiresAt })
        .where('adminUserId', '=', account.id)
        .execute();
      const { status, body } = await change({ ...account, api });
      expect(status).toBe(200);
      expect(await liveSessionsOf(api, account.id)).toEqual([
        { id: expect.any(String), expiresAt },
      ]);
      api.clock.now = new Date(expiresAt.getTime() - 1_000);
      expect(await isLive(api, body.session_token)).toBe(true);
      api.clock.now = expiresAt;
      expect(await isLive(api, body.session_token)).toBe(false);
    },
  );

  it.for(changes)(
    'leaves the old token nothing but refusals while it comes, with %s',
    async ([, options, change], { api }) => {
      const account = await prepare(api, options);
      const responses = await Promise.all([
        change({ ...account, api }),
        change({ ...account, api }),
        ...['account', 'sessions', 'session-check', 'orders'].map((path) =>
          sendAs(api, account.token, 'GET', path),
        ),
        sendAs(api, account.token, 'POST', 'mfa/enrol', { password: TEST_PASSWORD }),
      ]);
      const rejections = responses.filter(({ status }) => status !== 200);
      for (const { status } of rejections) expect([400, 401, 409]).toContain(status);
      const won = responses.slice(0, 2).filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await isLive(api, account.token)).toBe(false);
      expect(await isLive(api, won[0]?.body.session_token)).toBe(true);
      expect(await liveSessionsOf(api, account.id)).toHaveLength(1);
    },
  );

  it.for(changes)(
    'is not given to a session that ends before %s is done',
    async ([, options, change], { api }) => {
      const account = await prepare(api, options);
      const before = await accountRow(api, account.id);
      const received = await api.db.transaction().execute(async (tx) => {
        await tx
          .selectFrom('adminUsers')
          .select('id')
          .where('id', '=', account.id)
          .forUpdate()
          .execute();
        const running = change({ ...account, api });
        await waitUntilBlocked(api);
        await api.db
          .updateTable('adminSessions')
          .set({ isActive: false })
          .where('adminUserId', '=', account.id)
          .execute();
        return { running };
      });
      expect((await received.running).status).toBe(401);
      expect(await accountRow(api, account.id)).toEqual(before);
      expect(await liveSessionsOf(api, account.id)).toEqual([]);
      expect(await countFailures(api)).toBe(0);
    },
  );

  it('is not given past the end of the one that asks', async ({ api }) => {
    const account = await prepare(api, { withSecondFactor: false });
    const { status } = await api.db
      .transaction()
      .execute(async (tx) => {
        await tx
          .selectFrom('adminUsers')
          .select('id')
          .where('id', '=', account.id)
          .forUpdate()
          .execute();
        const running = changes[0][2]({ ...account, api });
        await waitUntilBlocked(api);
        api.clock.advance(SESSION_LIFETIME_MS + 60_000);
        return { running };
      })
      .then(({ running }) => running);
    expect(status).toBe(401);
    expect(await login(api, account.username)).toHaveProperty('sessionToken');
  });

  it('is the only one left when a sign-in with the password alone comes too late', async ({
    api,
  }) => {
    const { id, username, token, secret } = await prepare(api, { withSecondFactor: false });
    const late = await api.db.transaction().execute(async (tx) => {
      await tx.selectFrom('adminUsers').select('id').where('id', '=', id).forUpdate().execute();
      const running = login(api, username);
      await waitUntilBlocked(api);
      await tx
        .updateTable('adminUsers')
        .set({ totpConfirmedAt: api.clock.now })
        .where('id', '=', id)
        .execute();
      return { running };
    });
    expect(secret).not.toBe('');
    expect(await late.running).toHaveProperty('error.code', 'UNAUTHORIZED');
    expect(await isLive(api, token)).toBe(true);
  });
});

describe('hostile bodies', () => {
  it('are refused without failing', async ({ api }) => {
    const { token } = await buildAccount(api);
    for (const hostile of HOSTILE_VALUES) {
      await api.db.deleteFrom('adminLoginAttempts').execute();
      for (const [path, field] of [
        ['mfa/enrol', 'password'],
        ['mfa/confirm', 'code'],
        ['mfa/disable', 'code'],
        ['password', 'new_password'],
      ] as const) {
        const body = { password: 'wrong', [field]: hostile };
        expect([400, 409, 413]).toContain((await sendAs(api, token, 'POST', path, body)).status);
        expect([400, 413]).toContain((await sendAs(api, token, 'POST', path, hostile ?? 1)).status);
      }
    }
  });
});
