import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROOF_MS } from '#shared/admin-sessions/values.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { createTestAuthenticator } from '#tests/support/passkeys.ts';
import type { AdminResponse } from '#tests/support/admin-requests.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

let site: TestApp;
let now = new Date();

beforeAll(async () => {
  site = await createTestApp({ now: () => now });
});
afterAll(() => site.close());
beforeEach(async () => {
  now = new Date();
  await site.db.deleteFrom('adminLoginAttempts').execute();
});

async function ask(
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<AdminResponse> {
  const response = await site.request(`/api/admin/${path}`, {
    method,
    headers: {
      'x-admin-session': token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
  };
}

const change = (token: string) => ask(token, 'PUT', 'traffic/protection', { mode: 'simulate' });

/** A session whose proof is not fresh any more. */
async function signInLongAgo() {
  const session = await signInForTest(site.db);
  now = new Date(now.getTime() + PROOF_MS + 1_000);
  return session;
}

describe('what needs fresh proof', () => {
  it.each([
    ['GET', 'orders/export.csv', undefined],
    ['GET', 'messages/export.csv', undefined],
    ['GET', 'contact-audit/export.csv', undefined],
    ['PUT', 'traffic/protection', { mode: 'simulate' }],
    ['POST', 'passkeys/options', undefined],
    ['POST', 'passkeys/00000000-0000-0000-0000-000000000000/remove', undefined],
  ])('%s %s', async (method, path, body) => {
    const { token, sessionId } = await signInLongAgo();
    const denied = await ask(token, method, path, body);
    expect(denied).toEqual({
      status: 403,
      body: { error: { code: 'PROOF_REQUIRED', message: ACCOUNT_MESSAGES.proofNeeded } },
    });
    await site.db
      .updateTable('adminSessions')
      .set({ provedAt: now })
      .where('id', '=', sessionId)
      .execute();
    expect((await ask(token, method, path, body)).status).not.toBe(403);
  });
});

describe('fresh proof', () => {
  it('is a sign-in of the last five minutes', async () => {
    const { token } = await signInForTest(site.db);
    now = new Date(now.getTime() + PROOF_MS - 5_000);
    expect((await change(token)).status).toBe(200);
  });

  it('is the password, which holds for five minutes and for this session only', async () => {
    const { token, adminUserId, username } = await signInLongAgo();
    const other = await signInForTest(site.db, { id: adminUserId, username });
    await site.db
      .updateTable('adminSessions')
      .set({ provedAt: new Date(0) })
      .where('id', '=', other.sessionId)
      .execute();
    expect(await ask(token, 'POST', 'proof', { secret: TEST_PASSWORD })).toEqual({
      status: 200,
      body: { success: true },
    });
    expect((await change(token)).status).toBe(200);
    expect((await change(other.token)).status).toBe(403);
    now = new Date(now.getTime() + PROOF_MS + 1);
    expect((await change(token)).status).toBe(403);
  });

  it('is a code of the authenticator app, once', async () => {
    const { token, adminUserId } = await signInLongAgo();
    await site.db
      .updateTable('adminUsers')
      .set({ totpSecret: SECRET, totpConfirmedAt: now })
      .where('id', '=', adminUserId)
      .execute();
    const secret = new TOTP({ secret: SECRET }).generate({ timestamp: now.getTime() });
    expect((await ask(token, 'POST', 'proof', { secret })).status).toBe(200);
    expect((await change(token)).status).toBe(200);
    expect((await ask(token, 'POST', 'proof', { secret })).status).toBe(400);
  });

  it('is an own passkey, and no other', async () => {
    const { token: first } = await signInForTest(site.db);
    const authenticator = createTestAuthenticator();
    const { body } = await ask(first, 'POST', 'passkeys/options');
    const attestation = JSON.stringify(authenticator.register(body.options));
    const made = await ask(first, 'POST', 'passkeys', { name: 'Telephone', attestation });
    const token = String(made.body.session_token);
    now = new Date(now.getTime() + PROOF_MS + 1_000);
    expect((await change(token)).status).toBe(403);

    const stranger = await signInForTest(site.db);
    const asked = await ask(stranger.token, 'POST', 'proof/passkey-options');
    const foreign = JSON.stringify(authenticator.sign(asked.body.options));
    for (const each of [stranger.token, token]) {
      const response = await ask(each, 'POST', 'proof/passkey', { assertion: foreign });
      expect([response.status, response.body.error.message]).toEqual([
        400,
        PASSKEY_MESSAGES.rejected,
      ]);
    }
    const signInOptions = await site.request('/api/admin-auth', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'passkey-options' }),
    });
    const { options } = (await signInOptions.json()) as { options: string };
    const forSignIn = JSON.stringify(authenticator.sign(options));
    expect((await ask(token, 'POST', 'proof/passkey', { assertion: forSignIn })).status).toBe(400);

    const own = await ask(token, 'POST', 'proof/passkey-options');
    const assertion = JSON.stringify(authenticator.sign(own.body.options));
    expect((await ask(token, 'POST', 'proof/passkey', { assertion })).status).toBe(200);
    expect((await change(token)).status).toBe(200);

    const another = await ask(token, 'POST', 'passkeys/options');
    const forAnother = JSON.stringify(authenticator.sign(another.body.options));
    expect((await ask(token, 'POST', 'proof/passkey', { assertion: forAnother })).status).toBe(400);
  });

  it('is not a wrong password or code, which count as failed sign-ins', async () => {
    const { token } = await signInLongAgo();
    const statuses = [];
    for (const secret of ['Wrong-guess-1', '123456', 'Wrong-guess-2', '654321', 'x', 'y']) {
      const { status, body } = await ask(token, 'POST', 'proof', { secret });
      statuses.push(status);
      if (status === 400) expect(Object.keys(body.error.fields)).toEqual(['secret']);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await change(token)).status).toBe(403);
  });
});
