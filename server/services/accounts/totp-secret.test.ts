import { TOTP } from 'otpauth';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { buildAdmin, TEST_PASSWORD } from '#tests/support/admin.ts';
import { TEST_TOTP_KEY, type TestApp } from '#tests/support/test-app.ts';
import { createTestLog } from '#tests/support/log.ts';
import { decryptTotpSecret, encryptStoredTotpSecrets, encryptTotpSecret } from './totp-secret.ts';
import { hashRecoveryCode } from './second-factor.ts';
import { it } from '#tests/support/fixtures.ts';
import { insertRows, readRow, updateRows } from '#tests/support/database/rows.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const OTHER_KEY = Buffer.alloc(32, 6);
const RECOVERY_CODE = 'abcd-efgh-jkmn-pqrs';

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('adminLoginAttempts').execute();
  await api.db.deleteFrom('adminUsers').execute();
});

async function buildWithSecret({ db }: TestApp, stored: (id: string) => string) {
  const admin = await buildAdmin(db);
  const { id } = admin;
  const confirmed = { totpSecret: stored(id), totpConfirmedAt: new Date() };
  await updateRows(db, 'adminUsers', { id }, confirmed);
  const codeHash = hashRecoveryCode(RECOVERY_CODE);
  await insertRows(db, 'adminRecoveryCodes', { id: uuidV7(), adminUserId: id, codeHash });
  return admin;
}

async function readStored(api: TestApp, id: string): Promise<string> {
  const { totpSecret } = await readRow(api.db, 'adminUsers', ['totpSecret'], { id });
  return totpSecret ?? '';
}

async function post(api: TestApp, path: string, body: object, headers = {}) {
  const response = await api.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const auth = (api: TestApp, body: object) => post(api, '/api/admin-auth', body);

async function verify(api: TestApp, username: string, code: string) {
  const { body } = await auth(api, { action: 'login', username, password: TEST_PASSWORD });
  return auth(api, { action: 'mfa-verify', challenge: body['challenge'], code });
}

function createLog() {
  const lines: unknown[] = [];
  const add = (...line: unknown[]) => void lines.push(line);
  return { lines, log: createTestLog({ info: add, error: add }) };
}

it('opens with its key, for its administrator, unchanged, and not otherwise', () => {
  const stored = encryptTotpSecret(TEST_TOTP_KEY, 'a', SECRET);
  expect(stored).not.toContain(SECRET);
  expect(encryptTotpSecret(TEST_TOTP_KEY, 'a', SECRET)).not.toBe(stored);
  expect(decryptTotpSecret(TEST_TOTP_KEY, 'a', stored)).toBe(SECRET);
  expect(decryptTotpSecret(OTHER_KEY, 'a', stored)).toBeNull();
  expect(decryptTotpSecret(TEST_TOTP_KEY, 'b', stored)).toBeNull();
  const [version, keyName, text = ''] = stored.split('.');
  for (const broken of [`A${text.slice(1)}`, text.slice(0, -4), text.slice(0, 20), '']) {
    const damaged = [version, keyName, broken].join('.');
    expect(damaged === stored ? null : decryptTotpSecret(TEST_TOTP_KEY, 'a', damaged)).toBeNull();
  }
});

it('is not in the database once it was set up', async ({ api }) => {
  const { id, username } = await buildAdmin(api.db);
  const { body } = await auth(api, { action: 'login', username, password: TEST_PASSWORD });
  const session = { 'x-admin-session': String(body['sessionToken']) };
  const password = { password: TEST_PASSWORD };
  const enrolled = await post(api, '/api/admin/mfa/enrol', password, session);
  const { secret } = enrolled.body as { secret: string };
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await readStored(api, id)).not.toContain(secret);
  expect(decryptTotpSecret(TEST_TOTP_KEY, id, await readStored(api, id))).toBe(secret);
});

it('is encrypted at the start when it was stored in clear', async ({ api }) => {
  const { id, username } = await buildWithSecret(api, () => SECRET);
  const { log, lines } = createLog();
  await encryptStoredTotpSecrets(api.db, TEST_TOTP_KEY, log);
  const stored = await readStored(api, id);
  expect(stored).not.toContain(SECRET);
  expect(lines).toHaveLength(1);
  await encryptStoredTotpSecrets(api.db, TEST_TOTP_KEY, log);
  expect(await readStored(api, id)).toBe(stored);
  expect(lines).toHaveLength(1);
  const code = new TOTP({ secret: SECRET }).generate();
  expect((await verify(api, username, code)).status).toBe(200);
});

it('is said to be unreadable without its key; recovery codes still work', async ({ api }) => {
  const encrypt = (id: string) => encryptTotpSecret(OTHER_KEY, id, SECRET);
  const { username } = await buildWithSecret(api, encrypt);
  const { log, lines } = createLog();
  await encryptStoredTotpSecrets(api.db, TEST_TOTP_KEY, log);
  const logged = [{ administrators: [username] }, expect.stringContaining('another key')];
  expect(lines).toEqual([logged]);
  const { unreadableCode: message } = LOGIN_MESSAGES;
  const error = { code: 'UNAUTHORIZED', message, fields: { code: message } };
  const code = new TOTP({ secret: SECRET }).generate();
  expect(await verify(api, username, code)).toEqual({ status: 401, body: { error } });
  expect((await verify(api, username, RECOVERY_CODE)).status).toBe(200);
});
