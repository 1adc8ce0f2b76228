import bcrypt from 'bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import {
  createAdmin,
  disableAdmin,
  ensureFirstAdmin,
  isPasswordCorrect,
  listAdmins,
  resetPassword,
} from './index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => database.db.deleteFrom('adminUsers').execute());

async function hashOf(username: string): Promise<string> {
  const row = await database.db
    .selectFrom('adminUsers')
    .select('passwordHash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return row.passwordHash;
}

describe('ensureFirstAdmin', () => {
  it('generates a password when none is given, and hashes it with cost 12', async () => {
    const first = await ensureFirstAdmin(database.db, { username: 'admin', password: null });
    expect(first?.username).toBe('admin');
    expect(first?.generatedPassword).toMatch(/^[a-zA-Z2-9]{20}$/);
    const hash = await hashOf('admin');
    expect(bcrypt.getRounds(hash)).toBe(12);
    expect(await isPasswordCorrect(first?.generatedPassword ?? '', hash)).toBe(true);
  });

  it('uses the password that is given and shows none', async () => {
    const given = { username: 'admin', password: 'kettle-harbour-9' };
    expect(await ensureFirstAdmin(database.db, given)).toEqual({
      username: 'admin',
      generatedPassword: null,
    });
    expect(await isPasswordCorrect('kettle-harbour-9', await hashOf('admin'))).toBe(true);
  });

  it('makes one administrator when several processes start together', async () => {
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((username) =>
        ensureFirstAdmin(database.db, { username, password: null }),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await listAdmins(database.db)).toHaveLength(1);
  });

  it('does nothing when there is one, even a disabled one', async () => {
    await createAdmin(database.db, { username: 'ozlem', password: null });
    await disableAdmin(database.db, 'ozlem');
    expect(await ensureFirstAdmin(database.db, { username: 'admin', password: null })).toBeNull();
  });

  it('refuses a weak password without making anybody', async () => {
    const weak = ensureFirstAdmin(database.db, { username: 'admin', password: 'password1234' });
    await expect(weak).rejects.toThrow(/too common/);
    expect(await listAdmins(database.db)).toEqual([]);
  });
});

describe('createAdmin', () => {
  it('refuses a name that differs from another in case only', async () => {
    await createAdmin(database.db, { username: 'Ozlem', password: null });
    const same = createAdmin(database.db, { username: 'oZLEM', password: null });
    await expect(same).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it.each(['', 'a b', 'x'.repeat(65), 'ö', 'a\0b'])('refuses the name %j', async (username) => {
    const created = createAdmin(database.db, { username, password: null });
    await expect(created).rejects.toMatchObject({ code: 'VALIDATION' });
  });
});

describe('resetPassword and disableAdmin', () => {
  async function openSession(username: string): Promise<string> {
    const { id: adminUserId } = await database.db
      .selectFrom('adminUsers')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const id = uuidV7();
    const expiresAt = new Date(Date.now() + 7_200_000);
    const tokenHash = Buffer.from(id.replaceAll('-', '').padEnd(64, '0'), 'hex');
    await database.db
      .insertInto('adminSessions')
      .values({ id, adminUserId, tokenHash, expiresAt })
      .execute();
    return id;
  }

  async function isOpen(id: string): Promise<boolean> {
    const { isActive } = await database.db
      .selectFrom('adminSessions')
      .select('isActive')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return isActive;
  }

  it('ends the sessions of that administrator only', async () => {
    await createAdmin(database.db, { username: 'ozlem', password: null });
    await createAdmin(database.db, { username: 'murat', password: null });
    const [own, other] = [await openSession('ozlem'), await openSession('murat')];
    const reset = await resetPassword(database.db, {
      username: 'OZLEM',
      password: 'kettle-harbour-9',
    });
    expect(reset).toEqual({ username: 'ozlem', generatedPassword: null });
    expect([await isOpen(own), await isOpen(other)]).toEqual([false, true]);
    expect(await isPasswordCorrect('kettle-harbour-9', await hashOf('ozlem'))).toBe(true);
  });

  it('keeps a disabled administrator out until the password is reset', async () => {
    await createAdmin(database.db, { username: 'ozlem', password: null });
    const session = await openSession('ozlem');
    expect(await disableAdmin(database.db, 'ozlem')).toEqual({
      username: 'ozlem',
      activeAdmins: 0,
    });
    expect(await isOpen(session)).toBe(false);
    expect(await listAdmins(database.db)).toMatchObject([{ username: 'ozlem', isActive: false }]);
    await resetPassword(database.db, { username: 'ozlem', password: null });
    expect(await listAdmins(database.db)).toMatchObject([{ username: 'ozlem', isActive: true }]);
  });

  it('says when there is nobody of that name', async () => {
    const nobody = { username: 'nobody', password: null };
    await expect(resetPassword(database.db, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(disableAdmin(database.db, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
