import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { errorBodySchema } from '#shared/common/errors.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { insertRows, readRow } from '#tests/support/database/rows.ts';

const site = await createTestApp();

/** Every endpoint of the back office, as it is mounted. */
const CALLS = [
  ...new Set(
    site.app.routes
      .filter(({ path, method }) => /^\/api\/admin(?:\/|$)/.test(path) && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.slice('/api/admin'.length)}`),
  ),
];

const tokens: Record<string, string> = {};

beforeAll(async () => {
  const signIn = (changes: object = {}) => signInForTest(site.db, undefined, changes);
  const live = await signIn();
  const ended = await signIn({ isActive: false });
  const old = await signIn({ createdAt: new Date(0), expiresAt: new Date(1) });
  const idle = await signIn({ lastUsedAt: new Date(Date.now() - 31 * 60 * 1_000) });
  const inactive = await buildAdmin(site.db, undefined, { isActive: false });
  const disabled = await signInForTest(site.db, inactive);
  const challenge = randomBytes(32).toString('base64url');
  await insertRows(site.db, 'adminLoginChallenges', {
    id: uuidV7(),
    tokenHash: createHash('sha256').update(challenge).digest(),
    adminUserId: live.adminUserId,
    expiresAt: new Date(Date.now() + 60_000),
  });
  const { sessionId: id } = live;
  const { tokenHash } = await readRow(site.db, 'adminSessions', ['tokenHash'], { id });
  Object.assign(tokens, {
    live: live.token,
    'a changed token': `${live.token.slice(0, -2)}AA`,
    'two tokens': `${live.token}, ${live.token}`,
    'a token with a space': `${live.token} x`,
    'the hash of a token': tokenHash.toString('base64url'),
    'the id of a session': live.sessionId,
    'an ended session': ended.token,
    'an expired session': old.token,
    'an idle session': idle.token,
    'a disabled administrator': disabled.token,
    'a challenge': challenge,
    'an empty header': '',
    SQL: "' or true --",
  });
});
afterAll(() => site.close());

function pathOf(call: string): { method: string; path: string } {
  const [method = '', route = ''] = call.split(' ');
  return { method, path: `/api/admin${route.replaceAll(/:\w+/g, uuidV7())}` };
}

async function expectRejection(path: string, init: RequestInit): Promise<void> {
  const response = await site.request(path, init);
  expect([response.status, path]).toEqual([401, path]);
  if (init.method !== 'HEAD') {
    expect(errorBodySchema.parse(await response.json()).error.code).toBe('UNAUTHORIZED');
  }
  expect(response.headers.get('cache-control')).toBe('no-store');
}

describe('the back office', () => {
  it.each(CALLS)('%s is closed without a live session, as are all other methods', async (call) => {
    const { method, path } = pathOf(call);
    const body = method === 'GET' ? {} : { body: '{}' };
    await expectRejection(path, { method, ...body });
    for (const [kind, token] of Object.entries(tokens)) {
      if (kind === 'live') continue;
      await expectRejection(path, { method, ...body, headers: { 'x-admin-session': token } });
    }
    // Where a session does not belong, it opens nothing.
    const { live = '' } = tokens;
    const elsewhere: Record<string, string>[] = [
      { authorization: `Bearer ${live}` },
      { cookie: `adminSessionToken=${live}; x-admin-session=${live}` },
      { 'x-admin-session-token': live },
      { 'x-admin-background': '1' },
    ];
    for (const headers of elsewhere) await expectRejection(path, { method, ...body, headers });
    await expectRejection(`${path}?x-admin-session=${live}`, { method, ...body });
    const headers = { 'x-http-method-override': 'GET', 'x-method-override': 'GET' };
    for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      await expectRejection(path, { method: other });
      await expectRejection(path, { method: other, headers });
    }
  });

  it.each(['/api/admin', '/api/admin/', '/api/admin/unknown', '/api/admin/orders/x/y/z'])(
    'refuses %s before it says whether it exists',
    async (path) => {
      await expectRejection(path, { method: 'GET' });
    },
  );
});
