import { expect } from 'vitest';
import { SESSION_IDLE_MS } from '#shared/admin-sessions/values.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { sendAs } from '#tests/support/admin-requests.ts';
import { it } from '#tests/support/fixtures.ts';

it.beforeEach(({ api }) => api.db.deleteFrom('adminUsers').execute());

it('counts the live sessions of everybody and lists the own ones, the current one first', async ({
  api,
}) => {
  const admin = await buildAdmin(api.db);
  const current = await signInForTest(api.db, admin);
  const other = await signInForTest(api.db, admin);
  const stranger = await signInForTest(api.db);
  const disabled = await signInForTest(api.db);
  const [ended, expired, idle] = await Promise.all(
    [1, 2, 3].map(() => signInForTest(api.db, admin)),
  );
  await api.db
    .updateTable('adminUsers')
    .set({ isActive: false })
    .where('id', '=', disabled.adminUserId)
    .execute();
  const changes = [
    [ended, { isActive: false }],
    [expired, { createdAt: '2020-01-01', expiresAt: '2020-01-02' }],
    [idle, { lastUsedAt: new Date(Date.now() - SESSION_IDLE_MS - 1) }],
    [
      current,
      { ipAddress: '203.0.113.9', userAgent: 'Firefox', lastUsedAt: new Date(Date.now() - 60_000) },
    ],
  ] as const;
  for (const [session, change] of changes) {
    await api.db
      .updateTable('adminSessions')
      .set(change)
      .where('id', '=', session?.sessionId ?? '')
      .execute();
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
  expect(
    (await sendAs(api, current.token, 'DELETE', `sessions/${stranger.sessionId}`)).status,
  ).toBe(404);
  expect((await sendAs(api, stranger.token, 'GET', 'session-check')).status).toBe(200);
  expect(await sendAs(api, current.token, 'DELETE', `sessions/${other.sessionId}`)).toEqual({
    status: 200,
    body: { success: true },
  });
  expect((await sendAs(api, other.token, 'GET', 'session-check')).status).toBe(401);
  expect((await sendAs(api, current.token, 'DELETE', `sessions/${other.sessionId}`)).status).toBe(
    404,
  );
  for (const id of ['1', 'x', '%00', "'--", '00000000-0000-0000-0000-000000000000']) {
    expect((await sendAs(api, current.token, 'DELETE', `sessions/${id}`)).status).toBe(404);
  }
  await sendAs(api, current.token, 'DELETE', `sessions/${current.sessionId}`);
  expect((await sendAs(api, current.token, 'GET', 'session-check')).status).toBe(401);
});
