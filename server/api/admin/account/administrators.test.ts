import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import type { AdminRole } from '#shared/admin-users/values.ts';
import { watchTableVersions } from '#server/db/table-versions.ts';
import { buildAdmin, signInForTest, type TestSession } from '#tests/support/admin.ts';
import { expectError, sendAs } from '#tests/support/admin-requests.ts';
import { it } from '#tests/support/fixtures.ts';
import { createTestLog } from '#tests/support/log.ts';
import { isSignedIn } from '#tests/support/sign-in.ts';
import { buildPasskey } from '#tests/support/passkeys.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { readRows } from '#tests/support/database/rows.ts';

async function signInAs(api: TestApp, role: AdminRole): Promise<TestSession> {
  return signInForTest(api.db, await buildAdmin(api.db, undefined, { role }));
}

function change(api: TestApp, by: TestSession, whom: TestSession, body: unknown) {
  return sendAs(api, by.token, 'PATCH', `admin-users/${whom.adminUserId}`, body);
}

it.beforeEach(({ api }) => api.db.deleteFrom('adminUsers').execute());

it('lists all administrators, active ones first, without a secret', async ({ api }) => {
  const owner = await signInAs(api, 'owner');
  await buildAdmin(api.db, 'a-disabled', { role: 'member', isActive: false });
  await buildPasskey(api.db, owner.adminUserId);
  const factor = { totpSecret: 'x', totpConfirmedAt: new Date() };
  const named = { email: 'zeynep@example.com', displayName: 'Zeynep Ak' };
  await buildAdmin(api.db, 'z-member', { role: 'member', ...named, ...factor });
  const { items } = (await sendAs(api, owner.token, 'GET', 'admin-users')).body;
  const current = { username: owner.username, is_current: true, role: 'owner', passkeys: 1 };
  expect(items).toMatchObject([current, { username: 'z-member' }, { username: 'a-disabled' }]);
  expect(items[1]).toEqual({
    id: expect.any(String),
    username: 'z-member',
    display_name: 'Zeynep Ak',
    email: 'zeynep@example.com',
    role: 'member',
    is_active: true,
    has_second_factor: true,
    passkeys: 0,
    created_at: expect.any(String),
    last_login_at: null,
    is_current: false,
  });
});

describe('PATCH admin-users/:id', () => {
  it('gives another known role, ends the sessions and records the change', async ({ api }) => {
    const [owner, member] = [await signInAs(api, 'owner'), await signInAs(api, 'member')];
    for (const wrong of [{}, { role: 'boss' }, { is_active: 'no' }, { username: 'x' }]) {
      expect((await change(api, owner, member, wrong)).status).toBe(400);
    }
    for (const adminUserId of [uuidV7(), 'x', '%00']) {
      const whom = { ...member, adminUserId };
      expect((await change(api, owner, whom, { role: 'member' })).status).toBe(404);
    }
    const { status, body } = await change(api, owner, member, { role: 'auditor' });
    expect([status, body.role]).toEqual([200, 'auditor']);
    expect(await isSignedIn(api, member.token)).toBe(false);
    expect(await isSignedIn(api, owner.token)).toBe(true);
    const columns = ['eventType', 'reasons'] as const;
    expect((await readRows(api.db, 'securityEvents', columns, {}, 'id')).at(-1)).toEqual({
      eventType: 'admin_role_changed',
      reasons: [`By ${owner.username}`, `Of ${member.username}`, 'role: "member" → "auditor"'],
    });
  });

  it('keeps somebody out, and lets them in again', async ({ api }) => {
    const [owner, member] = [await signInAs(api, 'owner'), await signInAs(api, 'member')];
    const same = await change(api, owner, member, { role: 'member', is_active: true });
    expect([same.status, await isSignedIn(api, member.token)]).toEqual([200, true]);
    expect((await change(api, owner, member, { is_active: false })).body.is_active).toBe(false);
    expect(await isSignedIn(api, member.token)).toBe(false);
    expect((await change(api, owner, member, { is_active: true })).body.is_active).toBe(true);
    expect(await isSignedIn(api, member.token)).toBe(false);
    const again = await signInForTest(api.db, { id: member.adminUserId, username: 'x' });
    expect(await isSignedIn(api, again.token)).toBe(true);
  });

  it('leaves the last active owner, also when all change each other at once', async ({ api }) => {
    const owner = await signInAs(api, 'owner');
    await buildAdmin(api.db, undefined, { role: 'owner', isActive: false });
    for (const body of [{ role: 'member' }, { is_active: false }]) {
      expectError(await change(api, owner, owner, body), 409, ADMIN_USER_MESSAGES.lastOwner);
      expect(await isSignedIn(api, owner.token)).toBe(true);
    }
    const others = await Promise.all([1, 2, 3].map(() => signInAs(api, 'owner')));
    const owners = [owner, ...others];
    const changes = owners.flatMap((by) =>
      owners.flatMap((whom) => [
        change(api, by, whom, { role: 'member' }),
        change(api, by, whom, { is_active: false }),
      ]),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(statuses.filter((status) => ![200, 401, 403, 409].includes(status))).toEqual([]);
    const left = await readRows(api.db, 'adminUsers', ['id'], { role: 'owner', isActive: true });
    expect(left).toHaveLength(1);
  });
});

describe('open event streams', () => {
  it('end at once in every process when the role changes, and those of others do not', async () => {
    const database = await createTestDatabase();
    const shared = { db: database.db, destroy: () => Promise.resolve() };
    const sites = await Promise.all([1, 2].map(() => createTestApp({ database: shared })));
    const watches = sites.map(({ announce }) =>
      watchTableVersions({
        connect: () => database.url,
        onChange: announce,
        onReconnect: () => undefined,
        log: createTestLog(),
      }),
    );
    const [one, other] = sites;
    if (!one || !other) throw new Error('no sites');
    const [owner, member] = [await signInAs(one, 'owner'), await signInAs(one, 'member')];
    const open = async (site: TestApp, { token }: TestSession) => {
      const headers = { [SESSION_HEADER]: token };
      const { body } = await site.request('/api/admin/events', { headers });
      const state = { isOpen: true, text: '' };
      const read = async () => {
        if (!body) return;
        for await (const text of body.pipeThrough(new TextDecoderStream())) state.text += text;
        state.isOpen = false;
      };
      void read();
      await expect.poll(() => state.text).toContain('event: ready');
      return state;
    };
    const streams = await Promise.all([open(one, member), open(other, member)]);
    const spared = await open(other, owner);
    expect((await change(one, owner, member, { role: 'auditor' })).status).toBe(200);
    await expect
      .poll(() => streams.map(({ isOpen }) => isOpen), { timeout: 3_000 })
      .toEqual([false, false]);
    await expect.poll(() => spared.text).toContain('changed\ndata: admin_users');
    expect(spared.isOpen).toBe(true);
    await Promise.all(watches.map((watch) => watch.stop()));
    await Promise.all(sites.map((site) => site.close()));
    await database.destroy();
  });

  it('announce nothing to an auditor', async ({ api }) => {
    const auditor = await signInAs(api, 'auditor');
    const { body } = await api.request('/api/admin/events', {
      headers: { [SESSION_HEADER]: auditor.token },
    });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: ready')) text += (await reader?.read())?.value ?? '';
    api.announce('orders');
    await api.settings.reload();
    while (text.split('event: settings').length < 2) text += (await reader?.read())?.value ?? '';
    expect(text).not.toContain('event: changed');
    await reader?.cancel();
  });
});
