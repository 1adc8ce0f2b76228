import { describe, expect } from 'vitest';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { LOGIN_ATTEMPTS_PER_HOUR } from '#shared/admin-sessions/values.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import {
  type AdminRole,
  INVITATION_MS,
  invitationPath,
  MAX_OPEN_INVITATIONS,
} from '#shared/admin-users/values.ts';
import { invitationToken } from '#server/services/accounts/index.ts';
import {
  buildAdmin,
  signInForTest,
  TEST_PASSWORD,
  type TestSession,
} from '#tests/support/admin.ts';
import { expectError, sendAs } from '#tests/support/admin-requests.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { expireProofs, logIn, sendSignIn, waitForLocks } from '#tests/support/sign-in.ts';
import { TEST_TOTP_KEY, type TestApp } from '#tests/support/test-app.ts';
import { insertRows, readRows, updateRows } from '#tests/support/database/rows.ts';

const EMAIL = 'zeynep.ak@example.com';

const it = base.extend('owner', async ({ api }) => {
  await api.db.deleteFrom('adminInvitations').execute();
  await api.db.deleteFrom('adminUsers').execute();
  await api.db.deleteFrom('adminLoginAttempts').execute();
  await api.db.deleteFrom('outboxMails').execute();
  return signInForTest(api.db);
});

it.beforeEach(({ api }) => api.clock.release());

function invite(api: TestApp, { token }: TestSession, role: AdminRole = 'auditor', email = EMAIL) {
  return sendAs(api, token, 'POST', 'admin-users/invitations', { email, role });
}

async function tokenOf(api: TestApp, owner: TestSession, role?: AdminRole, email?: string) {
  const { status, body } = await invite(api, owner, role, email);
  expect(status).toBe(201);
  return { id: String(body.id), token: String(body.path).split('=')[1] ?? '' };
}

const read = (api: TestApp, token: string) => sendSignIn(api, { action: 'invitation', token });

function accept(api: TestApp, token: string, changes: object = {}) {
  return sendSignIn(api, {
    action: 'invitation-accept',
    token,
    username: 'zeynep',
    displayName: 'Zeynep Ak',
    password: TEST_PASSWORD,
    ...changes,
  });
}

const OVER = { error: { code: 'UNAUTHORIZED', message: ADMIN_USER_MESSAGES.invitationOver } };

describe('an invitation', () => {
  it('enqueues a mail and shows its link once, and stores no token', async ({ api, owner }) => {
    const { status, body } = await invite(api, owner);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      email: EMAIL,
      role: 'auditor',
      invited_by: owner.username,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      is_expired: false,
      path: expect.stringMatching(/^\/adminloginpage#invitation=[\w-]{43}$/),
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(INVITATION_MS);
    const mails = await readRows(api.db, 'outboxMails', '*');
    const payload = { invitationId: body.id };
    expect(mails).toMatchObject([{ kind: 'admin-users.invitation', recipient: EMAIL, payload }]);
    const rows = await readRows(api.db, 'adminInvitations', '*');
    const token = String(body.path).split('=')[1] ?? '';
    expect(JSON.stringify([mails, rows])).not.toContain(token);
    // Whoever writes the mail makes the same link of the row and the key.
    const made = invitationToken({ totpKey: TEST_TOTP_KEY }, { id: body.id, tokenVersion: 1 });
    expect(invitationPath(made)).toBe(body.path);
    const { path: _, ...shown } = body;
    const { items } = (await sendAs(api, owner.token, 'GET', 'admin-users/invitations')).body;
    expect(items).toEqual([shown]);
  });

  it('says what it offers, and makes an account of its role', async ({ api, owner }) => {
    const { token } = await tokenOf(api, owner);
    for (let glance = 0; glance < LOGIN_ATTEMPTS_PER_HOUR + 2; glance += 1) {
      const invitation = { email: EMAIL, role: 'auditor', expiresAt: expect.any(String) };
      expect(await read(api, token)).toEqual({ status: 200, body: { invitation } });
    }
    const { status, body } = await accept(api, token);
    expect(status).toBe(200);
    expect(await readRows(api.db, 'outboxMails', ['status'])).toEqual([{ status: 'expired' }]);
    const { sessionToken, adminUser } = body;
    expect(adminUser).toEqual({ id: expect.any(String), username: 'zeynep', role: 'auditor' });
    expect((await sendAs(api, sessionToken, 'GET', 'contact-audit')).status).toBe(200);
    expect((await sendAs(api, sessionToken, 'GET', 'orders')).status).toBe(403);
    const account = { display_name: 'Zeynep Ak', email: EMAIL, role: 'auditor' };
    expect((await sendAs(api, sessionToken, 'GET', 'account')).body).toMatchObject(account);
    expect((await logIn(api, 'ZEYNEP')).status).toBe(200);
    const columns = ['eventType', 'reasons'] as const;
    const events = await readRows(api.db, 'securityEvents', columns, {}, 'id');
    const role = 'role: nothing → "auditor"';
    expect(events.filter(({ eventType }) => eventType.startsWith('admin_')).slice(-2)).toEqual([
      { eventType: 'admin_invited', reasons: [`By ${owner.username}`, `Of ${EMAIL}`, role] },
      { eventType: 'admin_joined', reasons: ['By zeynep', role] },
    ]);
  });

  it('makes one account, however many accept it at once', async ({ api, owner }) => {
    const { id, token } = await tokenOf(api, owner, 'member');
    // All of them are held before the row until the last has come there: hashes are made one after the other.
    const accepted = await api.db.transaction().execute(async (tx) => {
      const row = tx.selectFrom('adminInvitations').select('id').where('id', '=', id);
      await row.forUpdate().execute();
      const pending = ['one', 'two', 'three', 'four'].map((username) =>
        accept(api, token, { username }),
      );
      await waitForLocks(api.db, pending.length);
      return { pending };
    });
    const statuses = (await Promise.all(accepted.pending)).map(({ status }) => status);
    expect(statuses.toSorted((one, two) => one - two)).toEqual([200, 401, 401, 401]);
    const made = await readRows(api.db, 'adminUsers', ['id'], { email: EMAIL });
    expect(made).toHaveLength(1);
  });

  it('gives one username to one of two invitations at once', async ({ api, owner }) => {
    const one = await tokenOf(api, owner);
    const other = await tokenOf(api, owner, 'member', 'other@example.com');
    const taken = await Promise.all([
      accept(api, one.token),
      accept(api, other.token, { username: 'ZEYNEP' }),
    ]);
    expect(taken.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
    const denied = taken.find(({ status }) => status === 409);
    expect(denied?.body.error.fields).toEqual({ username: ADMIN_USER_MESSAGES.usernameTaken });
    // Its invitation is as good as before.
    const left = denied === taken[0] ? one : other;
    expect((await accept(api, left.token, { username: 'other' })).status).toBe(200);
  });

  it('says the same when used, expired, revoked, replaced or guessed', async ({ api, owner }) => {
    const tokens: Record<string, string> = { guessed: 'A'.repeat(43), 'no token': 'x' };
    const used = await tokenOf(api, owner, 'member', 'used@example.com');
    await accept(api, used.token);
    tokens['used'] = used.token;
    const revoked = await tokenOf(api, owner, 'member', 'revoked@example.com');
    const path = `admin-users/invitations/${revoked.id}`;
    expect((await sendAs(api, owner.token, 'DELETE', path)).status).toBe(200);
    expect((await sendAs(api, owner.token, 'DELETE', path)).status).toBe(404);
    tokens['revoked'] = revoked.token;
    const replaced = await tokenOf(api, owner, 'member', 'replaced@example.com');
    const resend = `admin-users/invitations/${replaced.id}/resend`;
    const again = await sendAs(api, owner.token, 'POST', resend);
    expect(again.status).toBe(200);
    tokens['replaced'] = replaced.token;
    const expired = await tokenOf(api, owner, 'member', 'expired@example.com');
    const past = { createdAt: '2026-01-01', expiresAt: new Date(Date.now() - 1) };
    await updateRows(api.db, 'adminInvitations', { id: expired.id }, past);
    tokens['expired'] = expired.token;
    for (const [kind, token] of Object.entries(tokens)) {
      await api.db.deleteFrom('adminLoginAttempts').execute();
      expect((await read(api, token)).body, kind).toEqual(OVER);
      expect((await accept(api, token, { username: 'x' })).body, kind).toEqual(OVER);
    }
    const fresh = String(again.body.path).split('=')[1] ?? '';
    await api.db.deleteFrom('adminLoginAttempts').execute();
    expect((await accept(api, fresh, { username: 'fresh' })).status).toBe(200);
    // One that expired is in nobody's way.
    expect((await invite(api, owner, 'member', 'EXPIRED@example.com')).status).toBe(201);
  });

  it('takes what an account may have, and counts guesses but no slips', async ({ api, owner }) => {
    const { token } = await tokenOf(api, owner);
    await buildAdmin(api.db, 'murat');
    const slips = [
      [{ username: 'a b' }, 'username', 400],
      [{ username: 'MURAT' }, 'username', 409],
      [{ displayName: ' ' }, 'displayName', 400],
      [{ displayName: 'x'.repeat(101) }, 'displayName', 400],
      [{ password: 'short' }, 'password', 400],
      [{ password: 'password1234' }, 'password', 400],
      [{ password: 'zeynepzeynep' }, 'password', 400],
    ] as const;
    for (const [slip, field, expected] of slips) {
      const { status, body } = await accept(api, token, slip);
      expect([status, Object.keys(body.error.fields)]).toEqual([expected, [field]]);
    }
    expect((await accept(api, token)).status).toBe(200);
    for (let guess = 0; guess < LOGIN_ATTEMPTS_PER_HOUR; guess += 1) {
      expect((await read(api, String(guess).repeat(43))).status).toBe(401);
    }
    expect(await read(api, 'B'.repeat(43))).toEqual({
      status: 429,
      body: { error: { code: 'RATE_LIMITED', message: LOGIN_MESSAGES.tooMany } },
    });
  });
});

describe('inviting', () => {
  it('rejects an invited or taken address, another role and too many', async ({ api, owner }) => {
    const { id } = await tokenOf(api, owner);
    await buildAdmin(api.db, 'murat', { email: 'murat@example.com' });
    for (const [email, message] of [
      [EMAIL.toUpperCase(), ADMIN_USER_MESSAGES.invited],
      ['Murat@Example.com', ADMIN_USER_MESSAGES.emailTaken],
    ]) {
      const { body } = await invite(api, owner, 'member', email);
      expect(body.error.fields).toEqual({ email: message });
    }
    expect((await invite(api, owner, 'boss' as 'owner', 'a@example.com')).status).toBe(400);
    expect((await invite(api, owner, 'member', 'no address')).status).toBe(400);
    await insertRows(
      api.db,
      'adminInvitations',
      Array.from({ length: MAX_OPEN_INVITATIONS - 1 }, (_, index) => ({
        id: crypto.randomUUID(),
        email: `${index}@example.com`,
        role: 'member' as const,
        tokenHash: Buffer.alloc(32, index),
        expiresAt: new Date(Date.now() + INVITATION_MS),
      })),
    );
    const more = await invite(api, owner, 'member', 'more@example.com');
    expectError(more, 409, ADMIN_USER_MESSAGES.tooManyInvitations);
    const resend = `admin-users/invitations/${id}/resend`;
    expect((await sendAs(api, owner.token, 'POST', resend)).status).toBe(200);
  });

  it('goes with the owner who is one no more', async ({ api, owner }) => {
    const second = await signInForTest(api.db);
    const { token } = await tokenOf(api, second, 'owner');
    const change = { role: 'member' };
    const path = `admin-users/${second.adminUserId}`;
    expect((await sendAs(api, owner.token, 'PATCH', path, change)).status).toBe(200);
    expect((await accept(api, token)).body).toEqual(OVER);
  });
});

describe('PUT account', () => {
  const put = (api: TestApp, { token }: TestSession, body: object) =>
    sendAs(api, token, 'PUT', 'account', body);

  it('changes the name, and with fresh proof to an address not taken', async ({ api, owner }) => {
    const body = { display_name: 'Selin Kaya', email: 'selin@example.com' };
    const saved = await put(api, owner, { ...body, display_name: ' Selin Kaya ' });
    expect(saved.body).toMatchObject(body);
    const emptied = await put(api, owner, { display_name: '', email: '' });
    expect(emptied.body).toMatchObject({ display_name: null, email: null });
    await buildAdmin(api.db, undefined, { email: 'murat@example.com' });
    const move = (email: string | null) => put(api, owner, { display_name: 'Selin', email });
    const taken = await move('MURAT@example.com');
    const fields = { email: ADMIN_USER_MESSAGES.emailTaken };
    expect([taken.status, taken.body.error.fields]).toEqual([409, fields]);
    await expireProofs(api);
    expect((await move(null)).status).toBe(200);
    expect((await move('selin@example.com')).body.error.code).toBe('PROOF_REQUIRED');
  });
});
