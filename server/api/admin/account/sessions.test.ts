import { expect } from 'vitest';
import { SESSION_IDLE_MS } from '#shared/admin-sessions/values.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { sendAs } from '#tests/support/admin-requests.ts';
import { it } from '#tests/support/fixtures.ts';
import { isSignedIn } from '#tests/support/sign-in.ts';

it.beforeEach(({ api }) => api.db.deleteFrom('adminUsers').execute());

it('counts all live sessions and lists the own ones, the current one first', async ({ api }) => {
  const admin = await buildAdmin(api.db);
  const current = await signInForTest(api.db, admin, {
    ipAddress: '203.0.113.9',
    userAgent: 'Firefox',
    lastUsedAt: new Date(Date.now() - 60_000),
  });
  const other = await signInForTest(api.db, admin);
  const stranger = await signInForTest(api.db);
  await signInForTest(api.db, await buildAdmin(api.db, undefined, { isActive: false }));
  for (const change of [
    { isActive: false },
    { createdAt: '2020-01-01', expiresAt: '2020-01-02' },
    { lastUsedAt: new Date(Date.now() - SESSION_IDLE_MS - 1) },
  ]) {
    await signInForTest(api.db, admin, change);
  }
  const { status, body } = await sendAs(api, current.token, 'GET', 'sessions');
  expect(status).toBe(200);
  expect(body.active_count).toBe(3);
  expect(body.items).toEqual([
    {
      id: current.sessionId,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
      ip_address: '203.0.113.9',
      user_agent: 'Firefox',
      is_current: true,
    },
    expect.objectContaining({ id: other.sessionId, is_current: false, ip_address: null }),
  ]);
  expect((await sendAs(api, stranger.token, 'GET', 'sessions')).body.items).toHaveLength(1);
});

it('ends an own session at once, and no other', async ({ api }) => {
  const admin = await buildAdmin(api.db);
  const current = await signInForTest(api.db, admin);
  const other = await signInForTest(api.db, admin);
  const stranger = await signInForTest(api.db);
  const end = (id: string) => sendAs(api, current.token, 'DELETE', `sessions/${id}`);
  expect((await end(stranger.sessionId)).status).toBe(404);
  expect(await isSignedIn(api, stranger.token)).toBe(true);
  expect(await end(other.sessionId)).toEqual({ status: 200, body: { success: true } });
  expect(await isSignedIn(api, other.token)).toBe(false);
  const unknown = ['1', 'x', '%00', "'--", '00000000-0000-0000-0000-000000000000'];
  for (const id of [other.sessionId, ...unknown]) expect((await end(id)).status).toBe(404);
  await end(current.sessionId);
  expect(await isSignedIn(api, current.token)).toBe(false);
});
