import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOGIN_ATTEMPTS_PER_HOUR } from '#shared/admin-sessions/values.ts';
import { errorBodySchema } from '#shared/common/errors.ts';
import { MAX_PASSKEYS } from '#shared/passkeys/values.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { HOSTILE_VALUES } from '#tests/support/admin-requests.ts';
import { createTestAuthenticator, type TestAuthenticator } from '#tests/support/passkeys.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const MINUTE_MS = 60 * 1_000;

let site: TestApp;
let now = new Date();

beforeAll(async () => {
  site = await createTestApp({ now: () => now, environment: { TRUSTED_PROXIES: '0.0.0.0' } });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = new Date();
  await site.db.deleteFrom('adminLoginAttempts').execute();
  await site.db.deleteFrom('adminPasskeyChallenges').execute();
});

type Response = {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test says by its expectations what the response holds
  body: any;
};

async function send(
  method: string,
  path: string,
  { token, body, from = '203.0.113.7' }: { token?: string; body?: unknown; from?: string } = {},
): Promise<Response> {
  const response = await site.request(`/api/${path}`, {
    method,
    headers: {
      'x-forwarded-for': from,
      ...(token ? { 'x-admin-session': token } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function register(token: string, authenticator: TestAuthenticator, options = {}) {
  const asked = await send('POST', 'admin/passkeys/options', { token });
  expect(asked.status).toBe(200);
  const attestation = JSON.stringify(authenticator.register(asked.body.options, options));
  return send('POST', 'admin/passkeys', { token, body: { name: 'Telephone', attestation } });
}

/** An administrator with a passkey, and the session that made it. */
async function buildWithPasskey() {
  const admin = await buildAdmin(site.db);
  const { token: first } = await signInForTest(site.db, admin);
  const authenticator = createTestAuthenticator();
  const { status, body } = await register(first, authenticator);
  expect(status).toBe(200);
  return { ...admin, authenticator, first, token: String(body.session_token) };
}

async function askToSignIn(from?: string): Promise<string> {
  const { status, body } = await send('POST', 'admin-auth', {
    body: { action: 'passkey-options' },
    ...(from ? { from } : {}),
  });
  expect(status).toBe(200);
  return body.options;
}

const verify = (assertion: unknown, from?: string) =>
  send('POST', 'admin-auth', {
    body: { action: 'passkey-verify', assertion },
    ...(from ? { from } : {}),
  });

async function isLive(token: string): Promise<boolean> {
  return (await send('GET', 'admin/session-check', { token })).status === 200;
}

describe('adding a passkey', () => {
  it('stores it, lists it, and ends every other session', async () => {
    const { id, first, token, authenticator } = await buildWithPasskey();
    expect([await isLive(first), await isLive(token)]).toEqual([false, true]);
    const { body } = await send('GET', 'admin/passkeys', { token });
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        name: 'Telephone',
        is_synced: false,
        created_at: now.toISOString(),
        last_used_at: null,
      },
    ]);
    const row = await site.db
      .selectFrom('adminPasskeys')
      .select('credentialId')
      .where('adminUserId', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.credentialId.toString('base64url')).toBe(authenticator.id);
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['whose person was not verified', { isVerified: false }],
    ['that is an answer to another question', { type: 'webauthn.get' }],
  ])('rejects one %s', async (_, options) => {
    const { token } = await signInForTest(site.db);
    const { status, body } = await register(token, createTestAuthenticator(), options);
    expect(status).toBe(400);
    expect(errorBodySchema.parse(body).error.message).toBe(PASSKEY_MESSAGES.notMade);
    expect((await send('GET', 'admin/passkeys', { token })).body.items).toEqual([]);
  });

  it('rejects a challenge of another administrator, and one used before', async () => {
    const [own, other] = [await signInForTest(site.db), await signInForTest(site.db)];
    const asked = await send('POST', 'admin/passkeys/options', { token: own.token });
    const attestation = JSON.stringify(createTestAuthenticator().register(asked.body.options));
    const body = { name: 'Telephone', attestation };
    expect((await send('POST', 'admin/passkeys', { token: other.token, body })).status).toBe(400);
    const added = await send('POST', 'admin/passkeys', { token: own.token, body });
    expect(added.status).toBe(200);
    const token = String(added.body.session_token);
    expect((await send('POST', 'admin/passkeys', { token, body })).status).toBe(400);
  });

  it('asks for fresh proof', async () => {
    const { token } = await signInForTest(site.db);
    now = new Date(now.getTime() + 6 * MINUTE_MS);
    const { status, body } = await send('POST', 'admin/passkeys/options', { token });
    expect([status, errorBodySchema.parse(body).error.code]).toEqual([403, 'PROOF_REQUIRED']);
  });

  it('ends at ten of them', async () => {
    const { id, token } = await buildWithPasskey();
    await site.db
      .insertInto('adminPasskeys')
      .values(
        Array.from({ length: MAX_PASSKEYS - 1 }, (_, index) => ({
          id: crypto.randomUUID(),
          adminUserId: id,
          credentialId: Buffer.from(`${id}-${index}`),
          publicKey: Buffer.alloc(77),
          counter: 0,
          name: `Key ${index}`,
          isSynced: false,
        })),
      )
      .execute();
    const { status, body } = await send('POST', 'admin/passkeys/options', { token });
    expect([status, body.error.message]).toEqual([409, PASSKEY_MESSAGES.tooMany]);
  });

  it('answers garbage with 400', async () => {
    const { token } = await signInForTest(site.db);
    for (const value of HOSTILE_VALUES) {
      for (const attestation of [value, JSON.stringify(value)]) {
        const { status } = await send('POST', 'admin/passkeys', {
          token,
          body: { name: 'x', attestation },
        });
        expect([400, 413]).toContain(status);
      }
    }
  });
});

describe('signing in with a passkey', () => {
  it('opens the back office without a password or a code', async () => {
    const { id, username, authenticator } = await buildWithPasskey();
    await site.db
      .updateTable('adminUsers')
      .set({ totpSecret: 'JBSWY3DPEHPK3PXP', totpConfirmedAt: now })
      .where('id', '=', id)
      .execute();
    const { status, body } = await verify(authenticator.sign(await askToSignIn()));
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      sessionToken: expect.stringMatching(/^[\w-]{43}$/),
      adminUser: { id, username },
    });
    expect(await isLive(body.sessionToken)).toBe(true);
    const attempts = await site.db
      .selectFrom('adminLoginAttempts')
      .select(['username', 'ipAddress', 'success'])
      .execute();
    expect(attempts).toEqual([{ username, ipAddress: '203.0.113.7', success: true }]);
  });

  it('is possible where others have used up the failed sign-ins', async () => {
    const { authenticator } = await buildWithPasskey();
    await site.db
      .insertInto('adminLoginAttempts')
      .values(
        Array.from({ length: LOGIN_ATTEMPTS_PER_HOUR }, () => ({
          username: 'nobody',
          ipAddress: '203.0.113.7',
          success: false,
        })),
      )
      .execute();
    expect((await verify(authenticator.sign(await askToSignIn()))).status).toBe(200);
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['whose person was not verified', { isVerified: false }],
    ['whose counter went back', { counter: 1 }],
    ['that is an answer to another question', { type: 'webauthn.create' }],
  ])('rejects an answer %s', async (_, options) => {
    const { authenticator } = await buildWithPasskey();
    expect((await verify(authenticator.sign(await askToSignIn()))).status).toBe(200);
    const { status, body } = await verify(authenticator.sign(await askToSignIn(), options));
    expect(status).toBe(401);
    expect(body).toEqual({ error: { code: 'UNAUTHORIZED', message: PASSKEY_MESSAGES.rejected } });
  });

  it('rejects a challenge used before, one five minutes old, and one that was never made', async () => {
    const { authenticator } = await buildWithPasskey();
    const assertion = authenticator.sign(await askToSignIn());
    expect((await verify(assertion)).status).toBe(200);
    expect((await verify(assertion)).status).toBe(401);
    const asked = await askToSignIn();
    now = new Date(now.getTime() + 5 * MINUTE_MS);
    expect((await verify(authenticator.sign(asked))).status).toBe(401);
    const own = JSON.stringify({ ...JSON.parse(asked), challenge: 'A'.repeat(43) });
    expect((await verify(authenticator.sign(own))).status).toBe(401);
  });

  it('uses a challenge once however many answers come at the same time', async () => {
    const { authenticator } = await buildWithPasskey();
    const assertion = authenticator.sign(await askToSignIn());
    const responses = await Promise.all(Array.from({ length: 8 }, () => verify(assertion)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(7);
  });

  it('rejects another key under the same name, a removed passkey and a disabled administrator', async () => {
    const { id, token, authenticator } = await buildWithPasskey();
    const stranger = createTestAuthenticator();
    const forged = { ...stranger.sign(await askToSignIn()), id: authenticator.id };
    expect((await verify({ ...forged, rawId: authenticator.id })).status).toBe(401);
    expect((await verify(stranger.sign(await askToSignIn()))).status).toBe(401);
    await site.db.updateTable('adminUsers').set({ isActive: false }).where('id', '=', id).execute();
    expect((await verify(authenticator.sign(await askToSignIn()))).status).toBe(401);
    await site.db.updateTable('adminUsers').set({ isActive: true }).where('id', '=', id).execute();
    const { body } = await send('GET', 'admin/passkeys', { token });
    const removed = await send('POST', `admin/passkeys/${body.items[0].id}/remove`, { token });
    expect(removed.status).toBe(200);
    expect([await isLive(token), await isLive(removed.body.session_token)]).toEqual([false, true]);
    expect((await verify(authenticator.sign(await askToSignIn()))).status).toBe(401);
  });

  it('answers garbage with 400 or 401', async () => {
    const { authenticator } = await buildWithPasskey();
    const good = authenticator.sign(await askToSignIn());
    const strings = HOSTILE_VALUES.map((value) =>
      Buffer.from(JSON.stringify(value) ?? '').toString('base64url'),
    );
    for (const value of [...HOSTILE_VALUES, ...strings]) {
      expect([400, 413]).toContain((await verify(value)).status);
      for (const field of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
        const { challenge } = JSON.parse(await askToSignIn()) as { challenge: string };
        const signed = authenticator.sign(JSON.stringify({ challenge, rpId: 'localhost' }));
        const { status } = await verify({
          ...signed,
          response: { ...signed.response, [field]: value },
        });
        expect([400, 401, 413]).toContain(status);
      }
      expect([400, 401, 413]).toContain((await verify({ ...good, id: value })).status);
    }
  });

  it('keeps twenty open challenges of a source, fifty of an IPv6 /48, and leaves those of others alone', async () => {
    const { token, authenticator } = await buildWithPasskey();
    const honest = await askToSignIn('198.51.100.9');
    const own = await send('POST', 'admin/proof/passkey-options', { token });
    const first = await askToSignIn();
    for (let index = 0; index < 20; index += 1) await askToSignIn();
    for (let index = 0; index < 60; index += 1) {
      await askToSignIn(`2001:db8:5:${index.toString(16)}::1`);
    }
    const rows = await site.db
      .selectFrom('adminPasskeyChallenges')
      .select('site')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('adminUserId', 'is', null)
      .groupBy('site')
      .orderBy('count')
      .execute();
    expect(rows).toEqual([
      { site: '198.51.100.9', count: 1 },
      { site: '203.0.113.7', count: 20 },
      { site: '2001:db8:5::/48', count: 50 },
    ]);
    expect((await verify(authenticator.sign(first))).status).toBe(401);
    expect((await verify(authenticator.sign(honest), '198.51.100.9')).status).toBe(200);
    const assertion = JSON.stringify(authenticator.sign(own.body.options));
    expect((await send('POST', 'admin/proof/passkey', { token, body: { assertion } })).status).toBe(
      200,
    );
    for (let index = 0; index < 9; index += 1) {
      await send('POST', 'admin/proof/passkey-options', { token });
    }
    const { count } = await site.db
      .selectFrom('adminPasskeyChallenges')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('adminUserId', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(count).toBe(5);
  });
});
