import { sql, type Updateable } from 'kysely';
import type { Database, Transaction } from '#server/context/context.ts';
import { v7 as uuidV7 } from 'uuid';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { DB } from '#server/db/types.ts';
import type { AdminChange } from '#shared/admin-changes/values.ts';
import type { AdminRole } from '#shared/admin-users/values.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { findPasswordProblem, generatePassword, hashPassword } from './password.ts';
import {
  announceAdmins,
  changeRights,
  countActive,
  endAllSessions,
  isNamed,
  lockRights,
  revokeInvitationsOf,
} from './rights.ts';

export type Credentials = {
  username: string;
  password: string | null;
};

export type NewCredentials = { username: string; generatedPassword: string | null };

/** ASVS 5.0, 6.4.1: an initial secret must not become the long-term password. */
const GENERATED_PASSWORD_MS = 24 * 60 * 60 * 1_000;

const USERNAME = /^[\w.@-]{1,64}$/;

async function hasAdmin(db: Database): Promise<boolean> {
  const row = await db.selectFrom('adminUsers').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

async function prepare({ username, password }: Credentials) {
  const problem = password === null ? null : findPasswordProblem(password, username);
  if (problem !== null) throw rejectField('password', problem);
  const generatedPassword = password === null ? generatePassword() : null;
  const passwordHash = await hashPassword(password ?? generatedPassword ?? '');
  const passwordExpiresAt =
    generatedPassword === null ? null : new Date(Date.now() + GENERATED_PASSWORD_MS);
  return { generatedPassword, columns: { passwordHash, passwordExpiresAt } };
}

function requireUsername(username: string): void {
  if (USERNAME.test(username)) return;
  throw rejectField('username', 'The username must be 1 to 64 letters, digits or . _ @ -');
}

export async function ensureFirstAdmin(
  db: Database,
  { username, password }: Credentials,
): Promise<NewCredentials | null> {
  if (await hasAdmin(db)) return null;
  requireUsername(username);
  const { generatedPassword, columns } = await prepare({ username, password });
  const isFirst = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('admin-users:first', 0))`.execute(tx);
    if (await hasAdmin(tx)) return false;
    await tx
      .insertInto('adminUsers')
      .values({ id: uuidV7(), username, ...columns, role: 'owner' })
      .execute();
    return true;
  });
  return isFirst ? { username, generatedPassword } : null;
}

export async function createAdmin(
  db: Database,
  { username, password }: Credentials,
): Promise<NewCredentials> {
  requireUsername(username);
  const { generatedPassword, columns } = await prepare({ username, password });
  await db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto('adminUsers')
      .values({ id: uuidV7(), username, ...columns, role: 'owner' })
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

function nobodyCalled(username: string): ServiceError {
  return new ServiceError('NOT_FOUND', `There is no administrator called ${username}.`);
}

async function changeAdmin(
  tx: Transaction,
  username: string,
  changes: Updateable<DB['adminUsers']>,
) {
  const admin = await tx
    .updateTable('adminUsers')
    .set(changes)
    .where(isNamed(username))
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow(() => nobodyCalled(username));
  await endAllSessions(tx, admin.id);
  await announceAdmins(tx);
  return admin;
}

export async function resetPassword(
  db: Database,
  { username, password }: Credentials,
): Promise<NewCredentials> {
  requireUsername(username);
  const { generatedPassword, columns } = await prepare({ username, password });
  return db.transaction().execute(async (tx) => {
    const changes = { ...columns, passwordChangedAt: new Date(), isActive: true };
    const admin = await changeAdmin(tx, username, changes);
    // A passkey that an intruder added would still open the account.
    await tx.deleteFrom('adminPasskeys').where('adminUserId', '=', admin.id).execute();
    await recordOnCommandLine(tx, 'admin_password_reset', admin.username);
    return { username: admin.username, generatedPassword };
  });
}

/** Also disables the last owner: the command line can create another one. */
export async function disableAdmin(
  db: Database,
  username: string,
): Promise<{ username: string; activeAdmins: number; activeOwners: number }> {
  requireUsername(username);
  return db.transaction().execute(async (tx) => {
    await lockRights(tx);
    const admin = await changeAdmin(tx, username, { isActive: false });
    await revokeInvitationsOf(tx, admin.id, new Date());
    await recordOnCommandLine(tx, 'admin_disabled', admin.username);
    return { username: admin.username, ...(await countActive(tx)) };
  });
}

export async function setRole(
  db: Database,
  { username, role }: { username: string; role: AdminRole },
): Promise<{ username: string }> {
  requireUsername(username);
  return db.transaction().execute(async (tx) => {
    await lockRights(tx);
    const admin = await tx
      .selectFrom('adminUsers')
      .select(['id', 'username', 'role', 'isActive'])
      .where(isNamed(username))
      .forUpdate()
      .executeTakeFirstOrThrow(() => nobodyCalled(username));
    const after = { role, isActive: admin.isActive };
    await changeRights(tx, admin, { after, by: null, now: new Date() });
    return { username: admin.username };
  });
}

async function recordOnCommandLine(
  tx: Transaction,
  type: AdminChange,
  subject: string,
): Promise<void> {
  const isActive = type !== 'admin_disabled';
  const change = { type, by: null, subject, after: { isActive } };
  await recordAdminChange(tx, isActive ? change : { ...change, before: { isActive: true } });
}

export async function listAdmins(db: Database) {
  const rows = await db
    .selectFrom('adminUsers')
    .select(['id', 'username', 'role', 'isActive', 'createdAt', 'lastLoginAt'])
    .orderBy('username')
    .execute();
  return rows.map(presentRow);
}
