import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { recordAdminChange } from '#server/db/admin-changes.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { DB } from '#server/db/types.ts';
import type { AdminChange } from '#shared/admin-changes/values.ts';
import { rejectField, ServiceError } from '#server/errors.ts';
import { findPasswordProblem, generatePassword, hashPassword } from './password.ts';

export type { HashTurn } from './hash-queue.ts';
export {
  findPasswordProblem,
  hashPassword,
  isHashOutdated,
  isPasswordCorrect,
  NOBODYS_HASH,
} from './password.ts';

export type Credentials = {
  username: string;
  /** Null: a password is generated. */
  password: string | null;
};

/** The generated password is shown once and known nowhere else. */
export type NewCredentials = { username: string; generatedPassword: string | null };

export type AdminUser = {
  id: string;
  username: string;
  isActive: boolean;
  createdAt: string;
  lastLoginAt: string | null;
};

const USERNAME = /^[\w.@-]{1,64}$/;

async function hasAdmin(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('adminUsers').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

async function prepare({ username, password }: Credentials) {
  const problem = password === null ? null : findPasswordProblem(password, username);
  if (problem !== null) throw rejectField('password', problem);
  const generatedPassword = password === null ? generatePassword() : null;
  const passwordHash = await hashPassword(password ?? generatedPassword ?? '');
  return { generatedPassword, passwordHash };
}

function requireUsername(username: string): void {
  if (USERNAME.test(username)) return;
  throw rejectField('username', 'The username must be 1 to 64 letters, digits or . _ @ -');
}

/** Makes the first administrator, null when there is one already; only one of several processes does it. */
export async function ensureFirstAdmin(
  db: Kysely<DB>,
  { username, password }: Credentials,
): Promise<NewCredentials | null> {
  if (await hasAdmin(db)) return null;
  requireUsername(username);
  const { generatedPassword, passwordHash } = await prepare({ username, password });
  const isFirst = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('admin-users:first', 0))`.execute(tx);
    if (await hasAdmin(tx)) return false;
    await tx.insertInto('adminUsers').values({ id: uuidV7(), username, passwordHash }).execute();
    return true;
  });
  return isFirst ? { username, generatedPassword } : null;
}

/** Makes a further administrator; usernames are compared without regard to case. */
export async function createAdmin(
  db: Kysely<DB>,
  { username, password }: Credentials,
): Promise<NewCredentials> {
  requireUsername(username);
  const { generatedPassword, passwordHash } = await prepare({ username, password });
  await db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto('adminUsers')
      .values({ id: uuidV7(), username, passwordHash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) {
      throw new ServiceError('CONFLICT', `There is already an administrator called ${username}.`);
    }
    await recordOnCommandLine(tx, 'admin_created', username);
  });
  return { username, generatedPassword };
}

/** Whether a column holds this username, without regard to case. */
export function isNamed(
  username: string,
  column: 'username' | 'admin_users.username' = 'username',
) {
  return sql<boolean>`lower(${sql.ref(column)} collate "C") = lower(${username} collate "C")`;
}

/** Locks the administrator's row, which whoever changes an account or its sessions holds first. */
export async function lockAdmin(tx: Transaction<DB>, id: string): Promise<void> {
  await tx.selectFrom('adminUsers').select('id').where('id', '=', id).forUpdate().execute();
}

function unknownAdmin(username: string): ServiceError {
  return new ServiceError('NOT_FOUND', `There is no administrator called ${username}.`);
}

/** Sets a new password, ends every session, removes every passkey, and lets a disabled administrator in again. */
export async function resetPassword(
  db: Kysely<DB>,
  { username, password }: Credentials,
): Promise<NewCredentials> {
  requireUsername(username);
  const { generatedPassword, passwordHash } = await prepare({ username, password });
  return db.transaction().execute(async (tx) => {
    const admin = await tx
      .updateTable('adminUsers')
      .set({ passwordHash, passwordChangedAt: sql<Date>`now()`, isActive: true })
      .where(isNamed(username))
      .returning(['id', 'username'])
      .executeTakeFirst();
    if (!admin) throw unknownAdmin(username);
    await endSessions(tx, admin.id);
    // One that somebody else has added would go on opening the account.
    await tx.deleteFrom('adminPasskeys').where('adminUserId', '=', admin.id).execute();
    await recordOnCommandLine(tx, 'admin_password_reset', admin.username);
    return { username: admin.username, generatedPassword };
  });
}

/** Keeps an administrator out and ends every session; returns how many active administrators are left. */
export async function disableAdmin(
  db: Kysely<DB>,
  username: string,
): Promise<{ username: string; activeAdmins: number }> {
  requireUsername(username);
  return db.transaction().execute(async (tx) => {
    const admin = await tx
      .updateTable('adminUsers')
      .set({ isActive: false })
      .where(isNamed(username))
      .returning(['id', 'username'])
      .executeTakeFirst();
    if (!admin) throw unknownAdmin(username);
    await endSessions(tx, admin.id);
    await recordOnCommandLine(tx, 'admin_disabled', admin.username);
    const { count } = await tx
      .selectFrom('adminUsers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('isActive', '=', true)
      .executeTakeFirstOrThrow();
    return { username: admin.username, activeAdmins: count };
  });
}

/** Administrators are made and disabled there alone. */
async function recordOnCommandLine(
  tx: Transaction<DB>,
  type: AdminChange,
  subject: string,
): Promise<void> {
  const isActive = type !== 'admin_disabled';
  const change = { type, by: null, now: new Date(), subject, after: { isActive } };
  await recordAdminChange(tx, isActive ? change : { ...change, before: { isActive: true } });
}

async function endSessions(db: Kysely<DB>, adminUserId: string): Promise<void> {
  await db.deleteFrom('adminLoginChallenges').where('adminUserId', '=', adminUserId).execute();
  await db
    .updateTable('adminSessions')
    .set({ isActive: false })
    .where('adminUserId', '=', adminUserId)
    .where('isActive', '=', true)
    .execute();
}

/** All administrators by name; no secret among the columns. */
export async function listAdmins(db: Kysely<DB>): Promise<AdminUser[]> {
  const rows = await db
    .selectFrom('adminUsers')
    .select(['id', 'username', 'isActive', 'createdAt', 'lastLoginAt'])
    .orderBy('username')
    .execute();
  return rows.map(presentRow);
}
