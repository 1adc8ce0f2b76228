import type { Database } from '#server/context/context.ts';
import bcrypt from 'bcrypt';
import { describe, expect } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import {
  createAdmin,
  disableAdmin,
  ensureFirstAdmin,
  listAdmins,
  resetPassword,
} from './command-line.ts';
import { isPasswordCorrect } from './password.ts';
import { it } from '#tests/support/fixtures.ts';
import { insertRows, readRow, readRows } from '#tests/support/database/rows.ts';
import { buildPasskey } from '#tests/support/passkeys.ts';

it.beforeEach(({ db }) => db.deleteFrom('adminUsers').execute());

const PASSWORD = 'kettle-harbour-9';

function readPassword(db: Database, username: string) {
  return readRow(db, 'adminUsers', ['passwordHash', 'passwordExpiresAt'], { username });
}

describe('ensureFirstAdmin', () => {
  it('generates a password that expires when none is given, with cost 12', async ({ db }) => {
    const first = await ensureFirstAdmin(db, { username: 'admin', password: null });
    expect(first?.username).toBe('admin');
    expect(first?.generatedPassword).toMatch(/^[a-zA-Z2-9]{20}$/);
    const { passwordHash, passwordExpiresAt } = await readPassword(db, 'admin');
    expect(bcrypt.getRounds(passwordHash)).toBe(12);
    expect(await isPasswordCorrect(first?.generatedPassword ?? '', passwordHash)).toBe(true);
    expect(passwordExpiresAt).not.toBeNull();
  });

  it('uses the password that is given and shows none', async ({ db }) => {
    const made = await ensureFirstAdmin(db, { username: 'admin', password: PASSWORD });
    expect(made).toEqual({ username: 'admin', generatedPassword: null });
    const { passwordHash, passwordExpiresAt } = await readPassword(db, 'admin');
    expect(await isPasswordCorrect(PASSWORD, passwordHash)).toBe(true);
    expect(passwordExpiresAt).toBeNull();
  });

  it('makes one with a good password, and none beside a disabled one', async ({ db }) => {
    const weak = ensureFirstAdmin(db, { username: 'admin', password: 'password1234' });
    await expect(weak).rejects.toThrow(/too common/);
    expect(await listAdmins(db)).toEqual([]);
    const ensure = (username: string) => ensureFirstAdmin(db, { username, password: null });
    const made = await Promise.all(['a', 'b', 'c', 'd'].map(ensure));
    expect(made.filter(Boolean)).toHaveLength(1);
    const [first, ...others] = await listAdmins(db);
    expect(others).toEqual([]);
    await disableAdmin(db, first?.username ?? '');
    expect(await ensureFirstAdmin(db, { username: 'admin', password: null })).toBeNull();
  });
});

it('createAdmin rejects a name that differs from another in case only, or is not one', async ({
  db,
}) => {
  await createAdmin(db, { username: 'Ozlem', password: null });
  const same = createAdmin(db, { username: 'oZLEM', password: null });
  await expect(same).rejects.toMatchObject({ code: 'CONFLICT' });
  for (const username of ['', 'a b', 'x'.repeat(65), 'ö', 'a\0b']) {
    const created = createAdmin(db, { username, password: null });
    await expect(created, username).rejects.toMatchObject({ code: 'VALIDATION' });
  }
});

describe('resetPassword and disableAdmin', () => {
  async function openSession(db: Database, username: string): Promise<string> {
    const { id: adminUserId } = await readRow(db, 'adminUsers', ['id'], { username });
    const id = uuidV7();
    const expiresAt = new Date(Date.now() + 7_200_000);
    const tokenHash = Buffer.from(id.replaceAll('-', '').padEnd(64, '0'), 'hex');
    await insertRows(db, 'adminSessions', { id, adminUserId, tokenHash, expiresAt });
    return id;
  }

  async function isOpen(db: Database, id: string): Promise<boolean> {
    const { isActive } = await readRow(db, 'adminSessions', ['isActive'], { id });
    return isActive;
  }

  it('ends the sessions, and removes the passkeys, of that administrator only', async ({ db }) => {
    for (const username of ['ozlem', 'murat']) await createAdmin(db, { username, password: null });
    const [own, other] = [await openSession(db, 'ozlem'), await openSession(db, 'murat')];
    for (const { id } of await listAdmins(db)) await buildPasskey(db, id);
    const reset = await resetPassword(db, { username: 'OZLEM', password: PASSWORD });
    expect(reset).toEqual({ username: 'ozlem', generatedPassword: null });
    expect([await isOpen(db, own), await isOpen(db, other)]).toEqual([false, true]);
    const { id: adminUserId } = await readRow(db, 'adminUsers', ['id'], { username: 'murat' });
    expect(await readRows(db, 'adminPasskeys', ['adminUserId'])).toEqual([{ adminUserId }]);
    const { passwordHash, passwordExpiresAt } = await readPassword(db, 'ozlem');
    expect(await isPasswordCorrect(PASSWORD, passwordHash)).toBe(true);
    expect(passwordExpiresAt).toBeNull();
  });

  it('keep a disabled administrator out until the password is reset', async ({ db }) => {
    await createAdmin(db, { username: 'ozlem', password: PASSWORD });
    const session = await openSession(db, 'ozlem');
    const disabled = { username: 'ozlem', activeAdmins: 0, activeOwners: 0 };
    expect(await disableAdmin(db, 'ozlem')).toEqual(disabled);
    expect(await isOpen(db, session)).toBe(false);
    expect(await listAdmins(db)).toMatchObject([{ username: 'ozlem', isActive: false }]);
    await resetPassword(db, { username: 'ozlem', password: null });
    expect(await listAdmins(db)).toMatchObject([{ username: 'ozlem', isActive: true }]);
    expect((await readPassword(db, 'ozlem')).passwordExpiresAt).not.toBeNull();
    const nobody = { username: 'nobody', password: null };
    await expect(resetPassword(db, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(disableAdmin(db, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
