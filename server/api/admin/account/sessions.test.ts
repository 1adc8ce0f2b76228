import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SESSION_IDLE_MS } from '#shared/admin-sessions/values.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(() => site.db.deleteFrom('adminUsers').execute());

async function send(token: string, method: string, path: string) {
  const response = await site.request(`/api/admin/${path}`, {
    method,
    headers: { 'x-admin-session': token },
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- each test says by its expectations what the response holds
  const body: any = await response.json();
  return { status: response.status, body };
}

it('counts the live sessions of everybody and lists the own ones, the current one first', async () => {
  const admin = await buildAdmin(site.db);
  const current = await signInForTest(site.db, admin);
  const other = await signInForTest(site.db, admin);
  const stranger = await signInForTest(site.db);
  const disabled = await signInForTest(site.db);
  const [ended, expired, idle] = await Promise.all(
    [1, 2, 3].map(() => signInForTest(site.db, admin)),
  );
  await site.db
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
    await site.db
      .updateTable('adminSessions')
      .set(change)
      .where('id', '=', session?.sessionId ?? '')
      .execute();
  }
  const { status, body } = await send(current.token, 'GET', 'sessions');
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
  expect((await send(stranger.token, 'GET', 'sessions')).body.items).toHaveLength(1);
});

it('ends an own session at once, and no other', async () => {
  const admin = await buildAdmin(site.db);
  const current = await signInForTest(site.db, admin);
  const other = await signInForTest(site.db, admin);
  const stranger = await signInForTest(site.db);
  expect((await send(current.token, 'DELETE', `sessions/${stranger.sessionId}`)).status).toBe(404);
  expect((await send(stranger.token, 'GET', 'session-check')).status).toBe(200);
  expect(await send(current.token, 'DELETE', `sessions/${other.sessionId}`)).toEqual({
    status: 200,
    body: { success: true },
  });
  expect((await send(other.token, 'GET', 'session-check')).status).toBe(401);
  expect((await send(current.token, 'DELETE', `sessions/${other.sessionId}`)).status).toBe(404);
  for (const id of ['1', 'x', '%00', "'--", '00000000-0000-0000-0000-000000000000']) {
    expect((await send(current.token, 'DELETE', `sessions/${id}`)).status).toBe(404);
  }
  await send(current.token, 'DELETE', `sessions/${current.sessionId}`);
  expect((await send(current.token, 'GET', 'session-check')).status).toBe(401);
});
