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
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { insertRows, readRow } from '#tests/support/database/rows.ts';

it.beforeEach(({ db }) => db.deleteFrom('adminUsers').execute());

async function hashOf(db: Kysely<DB>, username: string): Promise<string> {
  const row = await readRow(db, 'adminUsers', ['passwordHash'], { username });
  return row.passwordHash;
}

describe('ensureFirstAdmin', () => {
  it('generates a password when none is given, and hashes it with cost 12', async ({ db }) => {
    const first = await ensureFirstAdmin(db, { username: 'admin', password: null });
    expect(first?.username).toBe('admin');
    expect(first?.generatedPassword).toMatch(/^[a-zA-Z2-9]{20}$/);
    const hash = await hashOf(db, 'admin');
    expect(bcrypt.getRounds(hash)).toBe(12);
    expect(await isPasswordCorrect(first?.generatedPassword ?? '', hash)).toBe(true);
  });

  it('uses the password that is given and shows none', async ({ db }) => {
    const given = { username: 'admin', password: 'kettle-harbour-9' };
    expect(await ensureFirstAdmin(db, given)).toEqual({
      username: 'admin',
      generatedPassword: null,
    });
    expect(await isPasswordCorrect('kettle-harbour-9', await hashOf(db, 'admin'))).toBe(true);
  });

  it('lets only a generated password expire', async ({ db }) => {
    const readExpiry = async (username: string) => {
      const row = await readRow(db, 'adminUsers', ['passwordExpiresAt'], { username });
      return row.passwordExpiresAt;
    };
    await ensureFirstAdmin(db, { username: 'admin', password: null });
    expect(await readExpiry('admin')).not.toBeNull();
    await resetPassword(db, { username: 'admin', password: 'kettle-harbour-9' });
    expect(await readExpiry('admin')).toBeNull();
    await resetPassword(db, { username: 'admin', password: null });
    expect(await readExpiry('admin')).not.toBeNull();
  });

  it('makes one administrator when several processes start together', async ({ db }) => {
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((username) => ensureFirstAdmin(db, { username, password: null })),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await listAdmins(db)).toHaveLength(1);
  });

  it('does nothing when there is one, even a disabled one', async ({ db }) => {
    await createAdmin(db, { username: 'ozlem', password: null });
    await disableAdmin(db, 'ozlem');
    expect(await ensureFirstAdmin(db, { username: 'admin', password: null })).toBeNull();
  });

  it('refuses a weak password without making anybody', async ({ db }) => {
    const weak = ensureFirstAdmin(db, { username: 'admin', password: 'password1234' });
    await expect(weak).rejects.toThrow(/too common/);
    expect(await listAdmins(db)).toEqual([]);
  });
});

describe('createAdmin', () => {
  it('refuses a name that differs from another in case only', async ({ db }) => {
    await createAdmin(db, { username: 'Ozlem', password: null });
    const same = createAdmin(db, { username: 'oZLEM', password: null });
    await expect(same).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it.for(['', 'a b', 'x'.repeat(65), 'ö', 'a\0b'])(
    'refuses the name %j',
    async (username, { db }) => {
      const created = createAdmin(db, { username, password: null });
      await expect(created).rejects.toMatchObject({ code: 'VALIDATION' });
    },
  );
});

describe('resetPassword and disableAdmin', () => {
  async function openSession(db: Kysely<DB>, username: string): Promise<string> {
    const { id: adminUserId } = await readRow(db, 'adminUsers', ['id'], { username });
    const id = uuidV7();
    const expiresAt = new Date(Date.now() + 7_200_000);
    const tokenHash = Buffer.from(id.replaceAll('-', '').padEnd(64, '0'), 'hex');
    await insertRows(db, 'adminSessions', { id, adminUserId, tokenHash, expiresAt });
    return id;
  }

  async function isOpen(db: Kysely<DB>, id: string): Promise<boolean> {
    const { isActive } = await readRow(db, 'adminSessions', ['isActive'], { id });
    return isActive;
  }

  it('ends the sessions of that administrator only', async ({ db }) => {
    await createAdmin(db, { username: 'ozlem', password: null });
    await createAdmin(db, { username: 'murat', password: null });
    const [own, other] = [await openSession(db, 'ozlem'), await openSession(db, 'murat')];
    const reset = await resetPassword(db, {
      username: 'OZLEM',
      password: 'kettle-harbour-9',
    });
    expect(reset).toEqual({ username: 'ozlem', generatedPassword: null });
    expect([await isOpen(db, own), await isOpen(db, other)]).toEqual([false, true]);
    expect(await isPasswordCorrect('kettle-harbour-9', await hashOf(db, 'ozlem'))).toBe(true);
  });

  it('keeps a disabled administrator out until the password is reset', async ({ db }) => {
    await createAdmin(db, { username: 'ozlem', password: null });
    const session = await openSession(db, 'ozlem');
    expect(await disableAdmin(db, 'ozlem')).toEqual({
      username: 'ozlem',
      activeAdmins: 0,
      activeOwners: 0,
    });
    expect(await isOpen(db, session)).toBe(false);
    expect(await listAdmins(db)).toMatchObject([{ username: 'ozlem', isActive: false }]);
    await resetPassword(db, { username: 'ozlem', password: null });
    expect(await listAdmins(db)).toMatchObject([{ username: 'ozlem', isActive: true }]);
  });

  it('says when there is nobody of that name', async ({ db }) => {
    const nobody = { username: 'nobody', password: null };
    await expect(resetPassword(db, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(disableAdmin(db, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
