import { describe, expect } from 'vitest';
import { PROOF_MS } from '#shared/admin-sessions/values.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { createTestAuthenticator } from '#tests/support/passkeys.ts';
import { type AdminResponse, expectError, sendAs } from '#tests/support/admin-requests.ts';
import { generateCode, sendSignIn } from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';
import { updateRows } from '#tests/support/database/rows.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await api.db.deleteFrom('adminLoginAttempts').execute();
});

const change = (api: TestApp, token: string) =>
  sendAs(api, token, 'PUT', 'traffic/protection', { mode: 'simulate' });

/** A session whose proof is not fresh any more. */
async function signInLongAgo(api: TestApp) {
  const session = await signInForTest(api.db, undefined, { provedAt: api.clock.now });
  api.clock.advance(PROOF_MS + 1_000);
  return session;
}

describe('fresh proof', () => {
  it('is the password, which holds for five minutes and for this session only', async ({ api }) => {
    const { token: fresh } = await signInForTest(api.db);
    api.clock.advance(PROOF_MS - 5_000);
    expect((await change(api, fresh)).status).toBe(200);
    const { token, adminUserId, username } = await signInLongAgo(api);
    const other = await signInForTest(api.db, { id: adminUserId, username });
    await updateRows(api.db, 'adminSessions', { id: other.sessionId }, { provedAt: new Date(0) });
    expect(await sendAs(api, token, 'POST', 'proof', { secret: TEST_PASSWORD })).toEqual({
      status: 200,
      body: { success: true },
    });
    expect((await change(api, token)).status).toBe(200);
    expect((await change(api, other.token)).status).toBe(403);
    api.clock.advance(PROOF_MS + 1);
    expect(await change(api, token)).toEqual({
      status: 403,
      body: { error: { code: 'PROOF_REQUIRED', message: ACCOUNT_MESSAGES.proofNeeded } },
    });
  });

  it('is a code of the authenticator app, once', async ({ api }) => {
    const { token, adminUserId } = await signInLongAgo(api);
    const factor = { totpSecret: SECRET, totpConfirmedAt: api.clock.now };
    await updateRows(api.db, 'adminUsers', { id: adminUserId }, factor);
    const secret = generateCode(api, SECRET);
    expect((await sendAs(api, token, 'POST', 'proof', { secret })).status).toBe(200);
    expect((await change(api, token)).status).toBe(200);
    expect((await sendAs(api, token, 'POST', 'proof', { secret })).status).toBe(400);
  });

  it('is an own passkey, and no other', async ({ api }) => {
    const { token: first } = await signInForTest(api.db);
    const authenticator = createTestAuthenticator();
    const { body } = await sendAs(api, first, 'POST', 'passkeys/options');
    const attestation = JSON.stringify(authenticator.register(body.options));
    const made = await sendAs(api, first, 'POST', 'passkeys', { name: 'Telephone', attestation });
    const token = String(made.body.session_token);
    api.clock.advance(PROOF_MS + 1_000);
    expect((await change(api, token)).status).toBe(403);

    const stranger = await signInForTest(api.db);
    const asked = await sendAs(api, stranger.token, 'POST', 'proof/passkey-options');
    const foreign = JSON.stringify(authenticator.sign(asked.body.options));
    for (const each of [stranger.token, token]) {
      const response = await sendAs(api, each, 'POST', 'proof/passkey', { assertion: foreign });
      expectError(response, 400, PASSKEY_MESSAGES.rejected);
    }
    const prove = async ({ body: asked }: AdminResponse) => {
      const assertion = JSON.stringify(authenticator.sign(asked.options));
      return (await sendAs(api, token, 'POST', 'proof/passkey', { assertion })).status;
    };
    expect(await prove(await sendSignIn(api, { action: 'passkey-options' }))).toBe(400);
    expect(await prove(await sendAs(api, token, 'POST', 'proof/passkey-options'))).toBe(200);
    expect((await change(api, token)).status).toBe(200);
    expect(await prove(await sendAs(api, token, 'POST', 'passkeys/options'))).toBe(400);
  });

  it('is not a wrong password or code, which count as failed sign-ins', async ({ api }) => {
    const { token } = await signInLongAgo(api);
    const statuses = [];
    for (const secret of ['Wrong-guess-1', '123456', 'Wrong-guess-2', '654321', 'x', 'y']) {
      const { status, body } = await sendAs(api, token, 'POST', 'proof', { secret });
      statuses.push(status);
      if (status === 400) expect(Object.keys(body.error.fields)).toEqual(['secret']);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await change(api, token)).status).toBe(403);
  });
});
