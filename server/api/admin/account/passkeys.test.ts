import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { LOGIN_ATTEMPTS_PER_HOUR } from '#shared/admin-sessions/values.ts';
import { MAX_PASSKEYS } from '#shared/passkeys/values.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { expectError, HOSTILE_VALUES, sendAs } from '#tests/support/admin-requests.ts';
import {
  buildPasskey,
  createTestAuthenticator,
  type TestAuthenticator,
} from '#tests/support/passkeys.ts';
import { isSignedIn, sendSignIn } from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

const MINUTE_MS = 60 * 1_000;

const it = base.extend({});
it.override('options', { environment: { TRUSTED_PROXIES: '0.0.0.0' } });

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await api.db.deleteFrom('adminLoginAttempts').execute();
  await api.db.deleteFrom('adminPasskeyChallenges').execute();
});

async function register(api: TestApp, token: string, by: TestAuthenticator, options = {}) {
  const asked = await sendAs(api, token, 'POST', 'passkeys/options');
  expect(asked.status).toBe(200);
  const attestation = JSON.stringify(by.register(asked.body.options, options));
  return sendAs(api, token, 'POST', 'passkeys', { name: 'Telephone', attestation });
}

/** An administrator with a passkey, and the session that made it. */
async function buildWithPasskey(api: TestApp) {
  const admin = await buildAdmin(api.db);
  const { token: first } = await signInForTest(api.db, admin);
  const authenticator = createTestAuthenticator();
  const { status, body } = await register(api, first, authenticator);
  expect(status).toBe(200);
  return { ...admin, authenticator, first, token: String(body.session_token) };
}

const signInFrom = (api: TestApp, body: object, from = '203.0.113.7') =>
  sendSignIn(api, body, { 'x-forwarded-for': from });

async function askToSignIn(api: TestApp, from?: string): Promise<string> {
  const { status, body } = await signInFrom(api, { action: 'passkey-options' }, from);
  expect(status).toBe(200);
  return body.options;
}

const verify = (api: TestApp, assertion: unknown, from?: string) =>
  signInFrom(api, { action: 'passkey-verify', assertion }, from);

/** Signs in with a passkey, and returns the status. */
async function signInWith(api: TestApp, authenticator: TestAuthenticator): Promise<number> {
  return (await verify(api, authenticator.sign(await askToSignIn(api)))).status;
}

const list = async (api: TestApp, token: string) =>
  (await sendAs(api, token, 'GET', 'passkeys')).body.items;

describe('adding a passkey', () => {
  it('stores and lists at most ten, and ends every other session', async ({ api }) => {
    const { id, first, token, authenticator } = await buildWithPasskey(api);
    expect([await isSignedIn(api, first), await isSignedIn(api, token)]).toEqual([false, true]);
    const times = { created_at: api.clock.now.toISOString(), last_used_at: null };
    const passkey = { id: expect.any(String), name: 'Telephone', is_synced: false, ...times };
    expect(await list(api, token)).toEqual([passkey]);
    const row = await readRow(api.db, 'adminPasskeys', ['credentialId'], { adminUserId: id });
    expect(row.credentialId.toString('base64url')).toBe(authenticator.id);
    for (let made = 1; made < MAX_PASSKEYS; made += 1) await buildPasskey(api.db, id);
    const response = await sendAs(api, token, 'POST', 'passkeys/options');
    expectError(response, 409, PASSKEY_MESSAGES.tooMany);
  });

  it.for([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['whose person was not verified', { isVerified: false }],
    ['that is an answer to another question', { type: 'webauthn.get' }],
  ] as const)('rejects one %s', async ([, options], { api }) => {
    const { token } = await signInForTest(api.db);
    const response = await register(api, token, createTestAuthenticator(), options);
    expectError(response, 400, PASSKEY_MESSAGES.notMade);
    expect(await list(api, token)).toEqual([]);
  });

  it('asks for fresh proof, and an own challenge that was not used before', async ({ api }) => {
    const [own, other] = [await signInForTest(api.db), await signInForTest(api.db)];
    const asked = await sendAs(api, own.token, 'POST', 'passkeys/options');
    const attestation = JSON.stringify(createTestAuthenticator().register(asked.body.options));
    const add = (token: string) =>
      sendAs(api, token, 'POST', 'passkeys', { name: 'Telephone', attestation });
    expect((await add(other.token)).status).toBe(400);
    const added = await add(own.token);
    expect(added.status).toBe(200);
    expect((await add(added.body.session_token)).status).toBe(400);
    api.clock.advance(6 * MINUTE_MS);
    const { status, body } = await sendAs(api, other.token, 'POST', 'passkeys/options');
    expect([status, body.error.code]).toEqual([403, 'PROOF_REQUIRED']);
  });

  it('answers garbage with 400', async ({ api }) => {
    const { token } = await signInForTest(api.db);
    for (const value of HOSTILE_VALUES) {
      for (const attestation of [value, JSON.stringify(value)]) {
        const body = { name: 'x', attestation };
        expect([400, 413]).toContain((await sendAs(api, token, 'POST', 'passkeys', body)).status);
      }
    }
  });
});

describe('signing in with a passkey', () => {
  it('opens the back office without password or code, whatever others tried', async ({ api }) => {
    const { id, username, authenticator } = await buildWithPasskey(api);
    const factor = { totpSecret: 'JBSWY3DPEHPK3PXP', totpConfirmedAt: api.clock.now };
    await updateRows(api.db, 'adminUsers', { id }, factor);
    const { status, body } = await verify(api, authenticator.sign(await askToSignIn(api)));
    const adminUser = { id, username, role: 'owner' };
    const sessionToken = expect.stringMatching(/^[\w-]{43}$/);
    expect([status, body]).toEqual([200, { success: true, sessionToken, adminUser }]);
    expect(await isSignedIn(api, body.sessionToken)).toBe(true);
    const columns = ['username', 'ipAddress', 'success'] as const;
    const attempt = { username, ipAddress: '203.0.113.7', success: true };
    expect(await readRows(api.db, 'adminLoginAttempts', columns)).toEqual([attempt]);
    const failure = { username: 'nobody', ipAddress: '203.0.113.7', success: false };
    const failures = Array.from({ length: LOGIN_ATTEMPTS_PER_HOUR }, () => failure);
    await insertRows(api.db, 'adminLoginAttempts', failures);
    expect(await signInWith(api, authenticator)).toBe(200);
  });

  it.for([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['whose person was not verified', { isVerified: false }],
    ['whose counter went back', { counter: 1 }],
    ['that is an answer to another question', { type: 'webauthn.create' }],
  ] as const)('rejects an answer %s', async ([, options], { api }) => {
    const { authenticator } = await buildWithPasskey(api);
    expect(await signInWith(api, authenticator)).toBe(200);
    const { status, body } = await verify(api, authenticator.sign(await askToSignIn(api), options));
    expect(status).toBe(401);
    expect(body).toEqual({ error: { code: 'UNAUTHORIZED', message: PASSKEY_MESSAGES.rejected } });
  });

  it('rejects a used challenge, an expired one and an invented one', async ({ api }) => {
    const { authenticator } = await buildWithPasskey(api);
    const assertion = authenticator.sign(await askToSignIn(api));
    const responses = await Promise.all(Array.from({ length: 8 }, () => verify(api, assertion)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(7);
    expect((await verify(api, assertion)).status).toBe(401);
    const asked = await askToSignIn(api);
    api.clock.advance(5 * MINUTE_MS);
    expect((await verify(api, authenticator.sign(asked))).status).toBe(401);
    const own = JSON.stringify({ ...JSON.parse(asked), challenge: 'A'.repeat(43) });
    expect((await verify(api, authenticator.sign(own))).status).toBe(401);
  });

  it('rejects a foreign key, a removed passkey and a disabled administrator', async ({ api }) => {
    const { id, token, authenticator } = await buildWithPasskey(api);
    const stranger = createTestAuthenticator();
    const forged = { ...stranger.sign(await askToSignIn(api)), id: authenticator.id };
    expect((await verify(api, { ...forged, rawId: authenticator.id })).status).toBe(401);
    expect(await signInWith(api, stranger)).toBe(401);
    for (const isActive of [false, true]) {
      await api.db.updateTable('adminUsers').set({ isActive }).where('id', '=', id).execute();
      expect(await signInWith(api, authenticator)).toBe(isActive ? 200 : 401);
    }
    const [passkey] = await list(api, token);
    const removed = await sendAs(api, token, 'POST', `passkeys/${passkey.id}/remove`);
    expect(removed.status).toBe(200);
    expect(await isSignedIn(api, token)).toBe(false);
    expect(await isSignedIn(api, removed.body.session_token)).toBe(true);
    expect(await signInWith(api, authenticator)).toBe(401);
  });

  it('answers garbage with 400 or 401', async ({ api }) => {
    const { authenticator } = await buildWithPasskey(api);
    const good = authenticator.sign(await askToSignIn(api));
    const strings = HOSTILE_VALUES.map((value) =>
      Buffer.from(JSON.stringify(value) ?? '').toString('base64url'),
    );
    for (const value of [...HOSTILE_VALUES, ...strings]) {
      expect([400, 413]).toContain((await verify(api, value)).status);
      for (const field of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
        const { challenge } = JSON.parse(await askToSignIn(api)) as { challenge: string };
        const signed = authenticator.sign(JSON.stringify({ challenge, rpId: 'localhost' }));
        const response = { ...signed.response, [field]: value };
        const { status } = await verify(api, { ...signed, response });
        expect([400, 401, 413]).toContain(status);
      }
      expect([400, 401, 413]).toContain((await verify(api, { ...good, id: value })).status);
    }
  });

  it('takes no room until it is signed, so that strangers use none up', async ({ api }) => {
    const authenticator = createTestAuthenticator();
    const { token } = await signInForTest(api.db);
    expect((await register(api, token, authenticator, { counter: 0 })).status).toBe(200);
    await api.db.deleteFrom('adminPasskeyChallenges').execute();
    for (let index = 0; index < 60; index += 1) {
      const options = await askToSignIn(api, `198.51.100.${index}`);
      const foreign = createTestAuthenticator();
      expect((await verify(api, foreign.sign(options), `198.51.100.${index}`)).status).toBe(401);
    }
    const count = async () => (await readRows(api.db, 'adminPasskeyChallenges', ['id'])).length;
    expect(await count()).toBe(0);
    await sql`
      insert into admin_passkey_challenges (id, challenge_hash, purpose, source, site, expires_at)
      select gen_random_uuid(), sha256(number::text::bytea), 'sign-in', '192.0.2.1', '192.0.2.1',
        ${api.clock.now}::timestamptz + interval '5 minutes'
      from generate_series(1, 5000) as number
    `.execute(api.db);
    // Synced passkeys do not count, so the challenge alone keeps this response from being replayed.
    const assertion = authenticator.sign(await askToSignIn(api), { counter: 0 });
    expect((await verify(api, assertion)).status).toBe(200);
    expect((await verify(api, assertion)).status).toBe(401);
    expect(await count()).toBe(5_001);
  });
});
