import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
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

/** Changes an administrator and ends every session. */
async function changeAdmin(
  tx: Transaction<DB>,
  username: string,
  changes: Updateable<DB['adminUsers']>,
) {
  const admin = await tx
    .updateTable('adminUsers')
    .set(changes)
    .where(isNamed(username))
    .returning(['id', 'username'])
    .executeTakeFirst();
  if (!admin) {
    throw new ServiceError('NOT_FOUND', `There is no administrator called ${username}.`);
  }
  await endAllSessions(tx, admin.id);
  return admin;
}

/** Sets a new password, ends every session, removes every passkey, and lets a disabled administrator in again. */
export async function resetPassword(
  db: Kysely<DB>,
  { username, password }: Credentials,
): Promise<NewCredentials> {
  requireUsername(username);
  const { generatedPassword, passwordHash } = await prepare({ username, password });
  return db.transaction().execute(async (tx) => {
    const changes = { passwordHash, passwordChangedAt: new Date(), isActive: true };
    const admin = await changeAdmin(tx, username, changes);
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
    const admin = await changeAdmin(tx, username, { isActive: false });
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
  const change = { type, by: null, subject, after: { isActive } };
  await recordAdminChange(tx, isActive ? change : { ...change, before: { isActive: true } });
}

/** Ends live sessions, those that the caller names. */
export function endSessions(db: Kysely<DB>) {
  return db.updateTable('adminSessions').set({ isActive: false }).where('isActive', '=', true);
}

/** Ends every session of an administrator, and every sign-in that waits for its code; returns the sessions. */
export async function endAllSessions(tx: Transaction<DB>, adminUserId: string) {
  await tx.deleteFrom('adminLoginChallenges').where('adminUserId', '=', adminUserId).execute();
  return endSessions(tx)
    .where('adminUserId', '=', adminUserId)
    .returning(['id', 'expiresAt', 'deviceId'])
    .execute();
}

/** All administrators by name; no secret among the columns. */
export async function listAdmins(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('adminUsers')
    .select(['id', 'username', 'isActive', 'createdAt', 'lastLoginAt'])
    .orderBy('username')
    .execute();
  return rows.map(presentRow);
}
