import bcrypt from 'bcrypt';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { isPasswordCorrect } from '#server/services/accounts/index.ts';
import {
  LOGIN_ATTEMPTS_PER_HOUR,
  LOGIN_ATTEMPTS_PER_HOUR_OF_SITE,
  MAX_SESSIONS_PER_ADMIN,
  SLOWED_LOGIN_MS,
} from '#shared/admin-sessions/values.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { buildAdmin, signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { waitForLocks } from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { insertRows, readRow, readRows } from '#tests/support/database/rows.ts';

const HOUR_MS = 60 * 60 * 1_000;

const it = base.extend({});
it.override('options', { environment: { TRUSTED_PROXIES: '0.0.0.0' } });

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await api.db.deleteFrom('adminLoginAttempts').execute();
});

const HOME = '203.0.113.7';

async function login(
  api: TestApp,
  username: string,
  { from = HOME, password = TEST_PASSWORD } = {},
) {
  const response = await api.request('/api/admin-auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ action: 'login', username, password }),
  });
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** Failed sign-ins of the last hour, a second apart, the newest at this moment. */
async function insertFailures(api: TestApp, addresses: readonly string[], username = 'nobody') {
  const rows = addresses.map((ipAddress, index) => {
    const createdAt = new Date(api.clock.now.getTime() - (addresses.length - 1 - index) * 1_000);
    return { username, ipAddress, success: false, createdAt };
  });
  await insertRows(api.db, 'adminLoginAttempts', rows);
}

const times = (count: number, address: string) => Array.from({ length: count }, () => address);

describe('the limit of failed sign-ins', () => {
  it('says when to try again, and counts no try that is in the future', async ({ api }) => {
    const { username } = await buildAdmin(api.db);
    await insertFailures(api, times(LOGIN_ATTEMPTS_PER_HOUR, '203.0.113.7'));
    const { status, retryAfter, body } = await login(api, username);
    expect(status).toBe(429);
    expect(retryAfter).toBe(HOUR_MS / 1_000 - (LOGIN_ATTEMPTS_PER_HOUR - 1));
    expect(body).toEqual({ error: { code: 'RATE_LIMITED', message: LOGIN_MESSAGES.tooMany } });
    api.clock.advance((retryAfter ?? 0) * 1_000 + 1);
    expect((await login(api, username)).status).toBe(200);
    const now = api.clock.now;
    api.clock.now = new Date(now.getTime() + 24 * HOUR_MS);
    await insertFailures(api, times(LOGIN_ATTEMPTS_PER_HOUR, '203.0.113.7'));
    expect((await login(api, username)).status).toBe(429);
    api.clock.now = now;
    expect((await login(api, username)).status).toBe(200);
  });

  it('leaves the database to others while many tries of one network wait', async ({ api }) => {
    const { username } = await buildAdmin(api.db);
    const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = api.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('login:203.0.113.7', 0))`.execute(tx);
      isHeld.resolve();
      await mayEnd.promise;
    });
    await isHeld.promise;
    const tries = times(15, '203.0.113.7').map((from) => login(api, 'nobody', { from }));
    expect((await login(api, username, { from: '203.0.113.8' })).status).toBe(200);
    const { rows } = await sql`
      select from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())
    `.execute(api.db);
    expect(rows).toHaveLength(1);
    mayEnd.resolve();
    await holder;
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(LOGIN_ATTEMPTS_PER_HOUR);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  it('counts an IPv6 /64 as one, a /48 with more, and no IPv4 network', async ({ api }) => {
    const { username } = await buildAdmin(api.db);
    await insertFailures(api, times(LOGIN_ATTEMPTS_PER_HOUR, '2001:db8:1:2::1'));
    expect((await login(api, username, { from: '2001:db8:1:2:ffff::9' })).status).toBe(429);
    expect((await login(api, username, { from: '2001:db8:1:3::1' })).status).toBe(200);
    const site = LOGIN_ATTEMPTS_PER_HOUR_OF_SITE;
    const networks = Array.from({ length: site - 1 }, (_, i) => `2001:db8:7:${i.toString(16)}::1`);
    await insertFailures(api, networks);
    expect((await login(api, username, { from: '2001:db8:7:fff0::1' })).status).toBe(200);
    await insertFailures(api, ['2001:db8:7:ffff::1']);
    const { username: other } = await buildAdmin(api.db);
    const { status, retryAfter } = await login(api, other, { from: '2001:db8:7:fff1::1' });
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThan(HOUR_MS / 1_000 - 60);
    expect((await login(api, username, { from: '2001:db8:8::1' })).status).toBe(200);

    const neighbours = Array.from({ length: 2 * site }, (_, i) => `198.51.100.${i}`);
    await insertFailures(api, neighbours);
    expect((await login(api, username, { from: '198.51.100.200' })).status).toBe(200);
  });
});

describe('a source that signed in within a day', () => {
  const office = '203.0.113.80';

  async function buildKnown(api: TestApp, { from = office, agoMs = 0 } = {}) {
    const admin = await buildAdmin(api.db);
    const createdAt = new Date(api.clock.now.getTime() - agoMs);
    await signInForTest(api.db, admin, { ipAddress: from, createdAt, isActive: false });
    return admin;
  }

  it('is not locked out by the wrong tries of others', async ({ api }) => {
    const { username } = await buildKnown(api);
    await insertFailures(api, times(LOGIN_ATTEMPTS_PER_HOUR, office));
    expect((await login(api, 'somebody', { from: office })).status).toBe(429);
    for (const { username: stranger } of [
      await buildAdmin(api.db),
      await buildKnown(api, { agoMs: 24 * HOUR_MS }),
    ]) {
      expect((await login(api, stranger, { from: office })).status).toBe(429);
    }
    expect((await login(api, username, { from: office })).status).toBe(200);
  });

  it('is not locked out by its neighbours in the /48', async ({ api }) => {
    const { username } = await buildKnown(api, { from: '2001:db8:9:1::5' });
    const length = LOGIN_ATTEMPTS_PER_HOUR_OF_SITE;
    await insertFailures(
      api,
      Array.from({ length }, (_, i) => `2001:db8:9:ff${i}::1`),
    );
    expect((await login(api, username, { from: '2001:db8:9:1::6' })).status).toBe(200);
    expect((await login(api, username, { from: '2001:db8:9:2::6' })).status).toBe(429);
  });

  it('is slowed after five wrong tries of its own, to one in half a minute', async ({ api }) => {
    const { username } = await buildKnown(api);
    await insertFailures(api, times(LOGIN_ATTEMPTS_PER_HOUR, office), username.toUpperCase());
    const { status, retryAfter, body } = await login(api, username, { from: office });
    expect([status, retryAfter]).toEqual([429, SLOWED_LOGIN_MS / 1_000]);
    expect(body).toEqual({ error: { code: 'RATE_LIMITED', message: LOGIN_MESSAGES.slowed } });

    api.clock.advance(SLOWED_LOGIN_MS);
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        login(api, username, { from: office, password: `Wrong-guess-${index}` }),
      ),
    );
    expect(tries.filter((each) => each.status === 401)).toHaveLength(1);
    expect(tries.filter((each) => each.status === 429)).toHaveLength(9);
    api.clock.advance(SLOWED_LOGIN_MS);
    expect((await login(api, username, { from: office })).status).toBe(200);
  });

  it('gets its hash at once while strangers fill their room in the queue', async ({ api }) => {
    const { username } = await buildKnown(api);
    const compare = vi.spyOn(bcrypt, 'compare');
    const held = Promise.withResolvers<boolean>();
    const end = () => held.resolve(false);
    // The types know only the form with a callback here.
    const hold: unknown = () => held.promise;
    compare.mockImplementationOnce(hold as never);
    try {
      const flood = Array.from({ length: 60 }, (_, index) =>
        login(api, `name-${index}`, { from: `198.51.100.${index}`, password: 'Wrong-guess-1' }),
      );
      await vi.waitUntil(() => compare.mock.calls.length > 0);
      expect((await login(api, username, { from: office })).status).toBe(200);
      end();
      const responses = await Promise.all(flood);
      const denied = responses.filter(({ status }) => status === 503);
      expect(denied.length).toBeGreaterThan(40);
      const error = { code: 'UNAVAILABLE', message: LOGIN_MESSAGES.busy };
      expect(denied[0]).toMatchObject({ retryAfter: 5, body: { error } });
      // What was never looked at is no failed sign-in.
      const failures = await readRows(api.db, 'adminLoginAttempts', ['id'], { success: false });
      expect(failures).toHaveLength(60 - denied.length);
    } finally {
      end();
      compare.mockRestore();
    }
  });
});

it.for([
  ['the password', { passwordHash: 'changed' }],
  ['the account', { isActive: false }],
  ['the second factor', { totpSecret: 'JBSWY3DPEHPK3PXP', totpConfirmedAt: new Date() }],
] as const)('ends a sign-in when this changes meanwhile: %s', async ([, change], { api }) => {
  const { id, username } = await buildAdmin(api.db);
  const trx = await api.db.startTransaction().execute();
  await trx.updateTable('adminUsers').set(change).where('id', '=', id).execute();
  // It reads the account as it was, finds the password right, and waits for the row.
  const response = login(api, username);
  await waitForLocks(api.db);
  await trx.commit().execute();
  const { status, body } = await response;
  expect(status).toBe(401);
  expect(body).toEqual({ error: { code: 'UNAUTHORIZED', message: LOGIN_MESSAGES.failed } });
  expect(await readRows(api.db, 'adminSessions', ['id'], { adminUserId: id })).toEqual([]);
});

describe('a right password', () => {
  it('is hashed anew when its hash took less work than today, and only then', async ({ api }) => {
    const { id, username } = await buildAdmin(api.db);
    const readHash = async () =>
      (await readRow(api.db, 'adminUsers', ['passwordHash'], { id })).passwordHash;
    const passwordHash = await bcrypt.hash(TEST_PASSWORD, 8);
    await api.db.updateTable('adminUsers').set({ passwordHash }).where('id', '=', id).execute();
    expect((await login(api, username, { password: 'Wrong-guess-1' })).status).toBe(401);
    expect(await readHash()).toBe(passwordHash);
    expect((await login(api, username)).status).toBe(200);
    const refreshed = await readHash();
    expect(bcrypt.getRounds(refreshed)).toBe(12);
    expect(await isPasswordCorrect(TEST_PASSWORD, refreshed)).toBe(true);
    expect((await login(api, username)).status).toBe(200);
    expect(await readHash()).toBe(refreshed);
  });

  it('ends the session used longest ago when there are too many', async ({ api }) => {
    const admin = await buildAdmin(api.db);
    const sessions = [];
    for (let index = 0; index < MAX_SESSIONS_PER_ADMIN; index += 1) {
      const lastUsedAt = new Date(api.clock.now.getTime() - (index + 1) * 1_000);
      sessions.push((await signInForTest(api.db, admin, { lastUsedAt })).sessionId);
    }
    const other = await signInForTest(api.db);
    expect((await login(api, admin.username)).status).toBe(200);
    const ended = await readRows(api.db, 'adminSessions', ['id'], { isActive: false });
    const ids = ended.map((session) => session.id);
    expect([...sessions, other.sessionId].filter((id) => ids.includes(id))).toEqual([
      sessions.at(-1),
    ]);
  });
});
