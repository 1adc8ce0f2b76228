import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { encode } from 'uqr';
import { describe, expect } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import type { DB } from '#server/db/types.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { SESSION_LIFETIME_MS } from '#shared/admin-sessions/values.ts';
import { CODES_PAUSED_EVENT_TYPE, HIGH_THREAT_SCORE } from '#shared/security-events/values.ts';
import { buildAdmin, signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import {
  type AdminResponse,
  expectError,
  expectInvalid,
  sendAs,
} from '#tests/support/admin-requests.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildPasskey } from '#tests/support/passkeys.ts';
import {
  generateCode,
  isSignedIn,
  logIn,
  verifyCode,
  waitForLocks,
} from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

const HOUR_MS = 60 * 60 * 1_000;
const NEXT_PASSWORD = 'Zeytin-dali-94-kopru';
const ENROL = { password: TEST_PASSWORD };
const CHANGE = { current_password: TEST_PASSWORD, new_password: NEXT_PASSWORD };
const ACCOUNT_COLUMNS = ['passwordHash', 'totpSecret', 'totpConfirmedAt', 'totpFailedAt'] as const;

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await forgetFailures(api);
});

async function forgetFailures({ db }: TestApp): Promise<void> {
  await db.deleteFrom('adminLoginAttempts').execute();
}

async function countFailures({ db }: TestApp): Promise<number> {
  return (await db.selectFrom('adminLoginAttempts').select('id').execute()).length;
}

/** An administrator with two sessions and, where asked for, a second factor. */
async function buildAccount(api: TestApp, { withSecondFactor = false } = {}) {
  const admin = await buildAdmin(api.db);
  let { token } = await signInForTest(api.db, admin);
  const { token: otherToken } = await signInForTest(api.db, admin);
  const { token: strangersToken } = await signInForTest(api.db);
  let secret = '';
  let recoveryCodes: string[] = [];
  const post = (path: string, body: unknown) => sendAs(api, token, 'POST', path, body);
  if (withSecondFactor) {
    ({ secret } = (await post('mfa/enrol', ENROL)).body);
    const confirmed = await post('mfa/confirm', { code: generateCode(api, secret) });
    recoveryCodes = confirmed.body.recovery_codes;
    token = confirmed.body.session_token;
    api.clock.advance(30_000);
  }
  return {
    ...admin,
    token,
    otherToken,
    strangersToken,
    secret,
    recoveryCodes,
    post,
    read: async () => (await sendAs(api, token, 'GET', 'account')).body,
    /** Starts a sign-in with the password. */
    startLogin: async () => String((await logIn(api, admin.username)).body.challenge),
    finishLogin: async (challenge: string, code: unknown = generateCode(api, secret)) =>
      (await verifyCode(api, challenge, String(code))).status,
    row: () => readRow(api.db, 'adminUsers', ACCOUNT_COLUMNS, { id: admin.id }),
  };
}

type Account = Awaited<ReturnType<typeof buildAccount>>;

const wrongCode = (api: TestApp, secret: string) =>
  generateCode(api, secret) === '000000' ? '000001' : '000000';

describe('POST mfa/enrol and mfa/confirm', () => {
  it('sets up an authenticator app, and replaces all sessions by a new one', async ({ api }) => {
    const { token, otherToken, strangersToken, username, post, read } = await buildAccount(api);
    const { status, body } = await post('mfa/enrol', ENROL);
    expect(status).toBe(200);
    expect(body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_uri: expect.stringContaining(`otpauth://totp/${username}`),
      qr_size: expect.any(Number),
      qr_path: expect.stringMatching(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/),
    });
    expect(new URL(body.otpauth_uri).searchParams.get('secret')).toBe(body.secret);
    const { data } = encode(body.otpauth_uri, { ecc: 'M', border: 4 });
    const drawn = Array.from({ length: body.qr_size }, () => Array(body.qr_size).fill(false));
    for (const [, x, y, width] of body.qr_path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    }
    expect(drawn).toEqual(data);
    // Until a code is confirmed, the password alone is enough.
    expect((await logIn(api, username)).body).toHaveProperty('sessionToken');
    expect((await read()).has_second_factor).toBe(false);

    const spaced = generateCode(api, body.secret).replace(/^.../, '$& ');
    const confirmed = await post('mfa/confirm', { code: ` ${spaced} ` });
    expect(confirmed.status).toBe(200);
    const codes: string[] = confirmed.body.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    for (const each of [token, otherToken]) expect(await isSignedIn(api, each)).toBe(false);
    expect(await isSignedIn(api, strangersToken)).toBe(true);
    const account = await sendAs(api, confirmed.body.session_token, 'GET', 'account');
    const state = { username, has_second_factor: true, recovery_codes_left: 10 };
    expect(account.body).toMatchObject(state);
    expect(await countFailures(api)).toBe(1);
  });

  it('stores hashes of recovery codes, and accepts each code once', async ({ api }) => {
    const { recoveryCodes, token, startLogin, finishLogin } = await buildAccount(api, {
      withSecondFactor: true,
    });
    const rows = await api.db.selectFrom('adminRecoveryCodes').selectAll().execute();
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
    api.clock.advance(-30_000);
    const challenge = await startLogin();
    expect(await finishLogin(challenge)).toBe(401);
    expect(await finishLogin(challenge, recoveryCodes[0]?.toUpperCase())).toBe(200);
    expect(await finishLogin(await startLogin(), recoveryCodes[0])).toBe(401);
    expect((await sendAs(api, token, 'GET', 'account')).body.recovery_codes_left).toBe(9);
    const both = { ...ENROL, code: recoveryCodes[9] };
    expect((await sendAs(api, token, 'POST', 'mfa/disable', both)).status).toBe(200);
  });

  it('rejects a wrong password or code, an early code and a second set-up', async ({ api }) => {
    const { post, row } = await buildAccount(api);
    const early = await post('mfa/confirm', { code: '123456' });
    expectError(early, 409, ACCOUNT_MESSAGES.notStarted);
    const none = await post('mfa/disable', { ...ENROL, code: '123456' });
    expectError(none, 409, ACCOUNT_MESSAGES.notOn);
    const denied = await post('mfa/enrol', { password: 'wrong' });
    expectInvalid(denied, { password: ACCOUNT_MESSAGES.wrongPassword });
    expect((await row()).totpSecret).toBeNull();
    expect(await countFailures(api)).toBe(1);
    const { secret } = (await post('mfa/enrol', ENROL)).body;
    const rejected = await post('mfa/confirm', { code: wrongCode(api, secret) });
    expectInvalid(rejected, { code: ACCOUNT_MESSAGES.wrongCode });
    expect((await row()).totpFailedAt).toEqual([api.clock.now]);
    expect(await countFailures(api)).toBe(2);
    const confirmed = await post('mfa/confirm', { code: generateCode(api, secret) });
    expect(confirmed.status).toBe(200);
    const send = (path: string, body: object) =>
      sendAs(api, confirmed.body.session_token, 'POST', path, body);
    expect((await send('mfa/confirm', { code: generateCode(api, secret) })).status).toBe(409);
    expectError(await send('mfa/enrol', ENROL), 409, ACCOUNT_MESSAGES.alreadyOn);
    api.clock.advance(30_000);
    const both = { ...ENROL, code: generateCode(api, secret) };
    expect((await send('mfa/disable', both)).status).toBe(200);
  });

  it('takes five tries an hour of codes and passwords together', async ({ api }) => {
    const { post } = await buildAccount(api);
    const { secret } = (await post('mfa/enrol', ENROL)).body;
    const code = wrongCode(api, secret);
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2
          ? post('mfa/confirm', { code })
          : post('mfa/enrol', { password: `Wrong-${index}` }),
      ),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
    const limited = tries.filter(({ status }) => status !== 400);
    expect(limited).toHaveLength(7);
    for (const each of limited) expectError(each, 429, LOGIN_MESSAGES.tooMany);
    const right = await post('mfa/confirm', { code: generateCode(api, secret) });
    expect(right.status).toBe(429);
  });
});

describe('POST mfa/disable', () => {
  it('takes both factors, and the password alone is enough afterwards', async ({ api }) => {
    const account = await buildAccount(api, { withSecondFactor: true });
    const { token, username, secret, post, startLogin, finishLogin } = account;
    const challenge = await startLogin();
    const { status, body } = await post('mfa/disable', {
      ...ENROL,
      code: generateCode(api, secret),
    });
    expect([status, body]).toEqual([200, { success: true, session_token: expect.any(String) }]);
    expect(await isSignedIn(api, token)).toBe(false);
    expect((await sendAs(api, body.session_token, 'GET', 'account')).body).toMatchObject({
      has_second_factor: false,
      recovery_codes_left: 0,
    });
    expect((await logIn(api, username)).body).toHaveProperty('sessionToken');
    api.clock.advance(30_000);
    expect(await finishLogin(challenge)).toBe(401);
  });

  it.for([
    ['a wrong password', { password: 'wrong' }, { password: ACCOUNT_MESSAGES.wrongPassword }],
    ['a wrong code', { code: '12345' }, { code: ACCOUNT_MESSAGES.wrongCode }],
    ['no password', { password: '' }, { password: ACCOUNT_MESSAGES.currentPassword }],
    ['no code', { code: ' ' }, { code: ACCOUNT_MESSAGES.code }],
    ['more', { force: true }, { force: 'This field is not known' }],
  ] as const)('rejects %s', async ([, changes, fields], { api }) => {
    const { post, read, secret } = await buildAccount(api, { withSecondFactor: true });
    const body = { ...ENROL, code: generateCode(api, secret), ...changes };
    expectInvalid(await post('mfa/disable', body), fields);
    expect((await read()).has_second_factor).toBe(true);
  });
});

describe('wrong codes of one account', () => {
  const ENTRY_POINTS = [
    async ({ startLogin, finishLogin }: Account, code: string) =>
      finishLogin(await startLogin(), code),
    async ({ post }: Account, secret: string) => (await post('proof', { secret })).status,
    async ({ post }: Account, code: string) =>
      (await post('mfa/disable', { ...ENROL, code })).status,
  ];
  const [signIn] = ENTRY_POINTS;

  it('pause the app’s codes for an hour after 20, not recovery codes', async ({ api }) => {
    const { maxWrongCodesPerHour, pause } = LIMITS.secondFactor;
    const account = await buildAccount(api, { withSecondFactor: true });
    const { id, username, secret, recoveryCodes, startLogin, finishLogin } = account;
    const wrong = wrongCode(api, secret);
    // Limits of the address do not apply: each attempt comes from another one.
    for (let index = 0; index < maxWrongCodesPerHour; index += 1) {
      await forgetFailures(api);
      expect([400, 401]).toContain(await ENTRY_POINTS[index % 3]?.(account, wrong));
    }
    for (const enter of ENTRY_POINTS) {
      await forgetFailures(api);
      expect(await enter(account, generateCode(api, secret))).toBe(429);
    }
    await forgetFailures(api);
    const challenge = await startLogin();
    const response = await api.request('/api/admin-auth', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'mfa-verify', challenge, code: generateCode(api, secret) }),
    });
    expect(response.headers.get('retry-after')).toBe(String(pause / 1_000));
    expect(await response.json()).toEqual({
      error: { code: 'RATE_LIMITED', message: LOGIN_MESSAGES.codesPaused },
    });
    expect(await finishLogin(challenge, recoveryCodes[0])).toBe(200);

    const events = await readRows(api.db, 'securityEvents', ['threatScore', 'reasons'], {
      eventType: CODES_PAUSED_EVENT_TYPE,
    });
    const reasons = [expect.stringContaining(username)];
    expect(events).toEqual([{ threatScore: HIGH_THREAT_SCORE, reasons }]);
    const mails = await readRows(api.db, 'outboxMails', ['recipient', 'payload'], {
      kind: 'admin-users.codes-paused',
    });
    const until = new Date(api.clock.now.getTime() + pause).toISOString();
    expect(mails).toEqual([{ recipient: 'team', payload: { adminUserId: id, until } }]);

    await forgetFailures(api);
    api.clock.advance(pause);
    expect(await finishLogin(await startLogin())).toBe(200);
  });

  it('count for an hour each, and never before the password is right', async ({ api }) => {
    const { maxWrongCodesPerHour } = LIMITS.secondFactor;
    const account = await buildAccount(api, { withSecondFactor: true });
    const totpFailedAt = Array.from({ length: maxWrongCodesPerHour - 1 }, () => api.clock.now);
    await updateRows(api.db, 'adminUsers', { id: account.id }, { totpFailedAt });
    const { post, row, username } = account;
    const password = 'Wrong-password-1';
    expect((await logIn(api, username, { password })).body).not.toHaveProperty('challenge');
    expect((await post('mfa/disable', { password, code: '000000' })).status).toBe(400);
    expect((await row()).totpFailedAt).toEqual(totpFailedAt);
    api.clock.advance(HOUR_MS);
    expect(await signIn?.(account, wrongCode(api, account.secret))).toBe(401);
    expect(await signIn?.(account, generateCode(api, account.secret))).toBe(200);
  });

  it.for([
    [2, 1, ['passkey', 'one of your 2 recovery codes']],
    [0, 0, ['accepted again']],
  ] as const)('mail %i recovery codes and %i passkeys', async ([codes, keys, parts], { api }) => {
    const { id: adminUserId, username } = await buildAdmin(api.db);
    for (let index = 0; index < codes; index += 1) {
      const code = { id: randomUUID(), adminUserId, codeHash: Buffer.alloc(32, index) };
      await insertRows(api.db, 'adminRecoveryCodes', code);
    }
    for (let made = 0; made < keys; made += 1) await buildPasskey(api.db, adminUserId);
    const payload = { adminUserId, until: '2026-11-27T15:00:00.000Z' };
    const mail = { kind: 'admin-users.codes-paused', recipient: 'team', payload };
    const ctx = { ...api, siteUrl: 'https://site.example' } as never;
    const text = JSON.stringify((await composeContent(ctx, mail)).blocks);
    for (const part of [username, 'November 27, 2026 at 3:00 PM UTC', ...parts]) {
      expect(text).toContain(part);
    }
    expect([text.includes('recovery codes'), text.includes('passkey')]).toEqual([!!codes, !!keys]);
  });
});

describe('POST password', () => {
  it('changes it, and puts one new session in the place of all', async ({ api }) => {
    const { token, otherToken, strangersToken, username, post } = await buildAccount(api);
    const { status, body } = await post('password', CHANGE);
    const sessionToken = expect.stringMatching(/^[\w-]{43}$/);
    expect([status, body]).toEqual([200, { success: true, session_token: sessionToken }]);
    for (const each of [token, otherToken]) expect(await isSignedIn(api, each)).toBe(false);
    expect(await isSignedIn(api, strangersToken)).toBe(true);
    const { items } = (await sendAs(api, body.session_token, 'GET', 'sessions')).body;
    expect(items).toEqual([expect.objectContaining({ is_current: true })]);
    expect(await countFailures(api)).toBe(0);
    expect((await logIn(api, username)).body).toHaveProperty('error');
    const again = await logIn(api, username, { password: NEXT_PASSWORD });
    expect(again.body).toHaveProperty('sessionToken');
  });

  it('ends a sign-in that waits for its code', async ({ api }) => {
    const account = await buildAccount(api, { withSecondFactor: true });
    const challenge = await account.startLogin();
    expect((await account.post('password', CHANGE)).status).toBe(200);
    expect(await account.finishLogin(challenge)).toBe(401);
  });

  const LENGTH = 'The password must be 12 to 72 bytes long.';
  it.for([
    [{ current_password: 'wrong' }, { current_password: ACCOUNT_MESSAGES.wrongPassword }],
    [{ current_password: '' }, { current_password: ACCOUNT_MESSAGES.currentPassword }],
    [{ new_password: '' }, { new_password: ACCOUNT_MESSAGES.newPassword }],
    [{ new_password: 'short' }, { new_password: LENGTH }],
    [{ new_password: 'ş'.repeat(37) }, { new_password: LENGTH }],
    [
      { new_password: 'password123456' },
      { new_password: 'This password is too common. Please choose another.' },
    ],
    [{ new_password: TEST_PASSWORD }, { new_password: ACCOUNT_MESSAGES.samePassword }],
    [{ username: 'x' }, { username: 'This field is not known' }],
  ] as const)('rejects %j and changes nothing', async ([changes, fields], { api }) => {
    const { otherToken, username, post } = await buildAccount(api);
    expectInvalid(await post('password', { ...CHANGE, ...changes }), fields);
    expect(await isSignedIn(api, otherToken)).toBe(true);
    expect((await logIn(api, username)).body).toHaveProperty('sessionToken');
  });

  it('counts wrong passwords with the failed sign-ins of the address', async ({ api }) => {
    const { token, username, post } = await buildAccount(api);
    const wrong = { ...CHANGE, current_password: 'Wrong-password-1' };
    const tries = await Promise.all(Array.from({ length: 8 }, () => post('password', wrong)));
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await logIn(api, username)).body).toHaveProperty('error.code', 'RATE_LIMITED');
    expect(await isSignedIn(api, token)).toBe(true);
  });
});

type Change = (api: TestApp, account: Account) => Promise<AdminResponse>;

const codeOf = (api: TestApp, { secret }: Account) => ({ code: generateCode(api, secret) });
const CHANGES: [name: string, withSecondFactor: boolean, Change][] = [
  ['a new password', false, (_, { post }) => post('password', CHANGE)],
  ['a new factor', false, (api, account) => account.post('mfa/confirm', codeOf(api, account))],
  [
    'the end of a factor',
    true,
    (api, account) => account.post('mfa/disable', { ...ENROL, ...codeOf(api, account) }),
  ],
];

async function prepare(api: TestApp, withSecondFactor = false) {
  const account = await buildAccount(api, { withSecondFactor });
  if (!withSecondFactor) account.secret = (await account.post('mfa/enrol', ENROL)).body.secret;
  return account;
}

const listLiveSessions = ({ db }: TestApp, { id: adminUserId }: Account) =>
  readRows(db, 'adminSessions', ['id', 'expiresAt'], { adminUserId, isActive: true });

/** Runs something while a request is held before the locked row of its account, and returns the response. */
async function hold(
  api: TestApp,
  { id }: Account,
  send: () => Promise<AdminResponse>,
  work: (tx: Transaction<DB>) => unknown,
): Promise<AdminResponse> {
  const { running } = await api.db.transaction().execute(async (tx) => {
    await tx.selectFrom('adminUsers').select('id').where('id', '=', id).forUpdate().execute();
    const held = send();
    await waitForLocks(api.db);
    await work(tx);
    return { running: held };
  });
  return running;
}

describe.for(CHANGES)('the new session after %s', ([, withSecondFactor, change]) => {
  it('ends when the one that asked would have', async ({ api }) => {
    const account = await prepare(api, withSecondFactor);
    const expiresAt = new Date(api.clock.now.getTime() + 300_000);
    await updateRows(api.db, 'adminSessions', { adminUserId: account.id }, { expiresAt });
    const { status, body } = await change(api, account);
    expect(status).toBe(200);
    expect(await listLiveSessions(api, account)).toEqual([{ id: expect.any(String), expiresAt }]);
    api.clock.now = new Date(expiresAt.getTime() - 1_000);
    expect(await isSignedIn(api, body.session_token)).toBe(true);
    api.clock.now = expiresAt;
    expect(await isSignedIn(api, body.session_token)).toBe(false);
  });

  it('leaves the old token nothing but rejections while it comes', async ({ api }) => {
    const account = await prepare(api, withSecondFactor);
    const responses = await Promise.all([
      change(api, account),
      change(api, account),
      ...['account', 'sessions', 'session-check', 'orders'].map((path) =>
        sendAs(api, account.token, 'GET', path),
      ),
      account.post('mfa/enrol', ENROL),
    ]);
    for (const { status } of responses) expect([200, 400, 401, 409]).toContain(status);
    const won = responses.slice(0, 2).filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(await isSignedIn(api, account.token)).toBe(false);
    expect(await isSignedIn(api, won[0]?.body.session_token)).toBe(true);
    expect(await listLiveSessions(api, account)).toHaveLength(1);
  });

  it('is not given to a session that ends before the change is done', async ({ api }) => {
    const account = await prepare(api, withSecondFactor);
    const before = await account.row();
    const send = () => change(api, account);
    const { status } = await hold(api, account, send, () =>
      updateRows(api.db, 'adminSessions', { adminUserId: account.id }, { isActive: false }),
    );
    expect(status).toBe(401);
    expect(await account.row()).toEqual(before);
    expect(await listLiveSessions(api, account)).toEqual([]);
    expect(await countFailures(api)).toBe(0);
  });
});

it('gives no session past the end of the one that asks', async ({ api }) => {
  const account = await prepare(api);
  const send = () => account.post('password', CHANGE);
  const { status } = await hold(api, account, send, () =>
    api.clock.advance(SESSION_LIFETIME_MS + 60_000),
  );
  expect(status).toBe(401);
  expect((await logIn(api, account.username)).body).toHaveProperty('sessionToken');
});

it('rejects a sign-in by password alone that a second factor overtakes', async ({ api }) => {
  const account = await prepare(api);
  const send = () => logIn(api, account.username);
  const late = await hold(api, account, send, (tx) =>
    updateRows(tx, 'adminUsers', { id: account.id }, { totpConfirmedAt: api.clock.now }),
  );
  expect(late.body).toHaveProperty('error.code', 'UNAUTHORIZED');
  expect(await isSignedIn(api, account.token)).toBe(true);
});
