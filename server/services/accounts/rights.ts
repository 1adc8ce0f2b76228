import { sql } from 'kysely';
import { announceChange } from '#server/db/announce.ts';
import type { Database, ServiceContext, Transaction } from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { ServiceError } from '#server/core/errors.ts';
import { withdrawMails } from '#server/mail/outbox/outbox.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import type { AdminRole } from '#shared/admin-users/values.ts';

export function isNamed(
  username: string,
  column: 'username' | 'admin_users.username' = 'username',
) {
  return sql<boolean>`lower(${sql.ref(column)} collate "C") = lower(${username} collate "C")`;
}

export async function lockAdmin(tx: Transaction, id: string): Promise<void> {
  await tx.selectFrom('adminUsers').select('id').where('id', '=', id).forUpdate().execute();
}

export function endSessions(db: Database) {
  return db.updateTable('adminSessions').set({ isActive: false }).where('isActive', '=', true);
}

export async function endAllSessions(tx: Transaction, adminUserId: string) {
  await tx.deleteFrom('adminLoginChallenges').where('adminUserId', '=', adminUserId).execute();
  return endSessions(tx)
    .where('adminUserId', '=', adminUserId)
    .returning(['id', 'expiresAt', 'deviceId'])
    .execute();
}

/** Makes every process close the event streams of ended sessions. */
export function announceAdmins(tx: Transaction): Promise<void> {
  return announceChange(tx, 'admin_users');
}

export const passkeyCount = sql<number>`(
  select count(*) from admin_passkeys where admin_user_id = admin_users.id
)`;
export const recoveryCodesLeft = sql<number>`(
  select count(*) from admin_recovery_codes where admin_user_id = admin_users.id and used_at is null
)`;

export function findMailedAccount(db: Database, id: string) {
  return db
    .selectFrom('adminUsers')
    .select(['username', passkeyCount.as('passkeys'), recoveryCodesLeft.as('recoveryCodes')])
    .where('id', '=', id)
    .executeTakeFirst();
}

type Rights = { role: AdminRole; isActive: boolean };

/** Two changes at once must not leave the installation without an active owner. */
export async function lockRights(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admin-users:rights', 0))`.execute(tx);
}

export async function countActive(tx: Transaction) {
  const { activeAdmins, activeOwners } = await tx
    .selectFrom('adminUsers')
    .select(({ fn }) => [
      fn.countAll<number>().as('activeAdmins'),
      fn.countAll<number>().filterWhere('role', '=', 'owner').as('activeOwners'),
    ])
    .where('isActive', '=', true)
    .executeTakeFirstOrThrow();
  return { activeAdmins, activeOwners };
}

export async function revokeInvitationsOf(
  tx: Transaction,
  adminUserId: string,
  now: Date,
): Promise<void> {
  const revoked = await tx
    .updateTable('adminInvitations')
    .set({ revokedAt: now })
    .where('invitedBy', '=', adminUserId)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute();
  for (const { id: invitationId } of revoked) {
    await withdrawMails(tx, 'admin-users.invitation', { invitationId });
  }
}

const isOwner = ({ role, isActive }: Rights) => role === 'owner' && isActive;

/** CONFLICT when no active owner would be left. The caller holds `lockRights`. */
export async function changeRights(
  tx: Transaction,
  admin: Rights & { id: string; username: string },
  { after, by, now }: { after: Rights; by: ServiceContext | null; now: Date },
): Promise<void> {
  const { id, username: subject, role, isActive } = admin;
  if (after.role === role && after.isActive === isActive) return;
  if (isOwner(admin) && !isOwner(after)) {
    const { activeOwners } = await countActive(tx);
    if (activeOwners <= 1) throw new ServiceError('CONFLICT', ADMIN_USER_MESSAGES.lastOwner);
  }
  await tx.updateTable('adminUsers').set(after).where('id', '=', id).execute();
  await endAllSessions(tx, id);
  if (!isOwner(after)) await revokeInvitationsOf(tx, id, now);
  const record = { by, now, subject };
  if (after.role !== role) {
    const roles = { before: { role }, after: { role: after.role } };
    await recordAdminChange(tx, { type: 'admin_role_changed', ...record, ...roles });
  }
  if (after.isActive !== isActive) {
    const type = after.isActive ? 'admin_enabled' : 'admin_disabled';
    const states = { before: { isActive }, after: { isActive: after.isActive } };
    await recordAdminChange(tx, { type, ...record, ...states });
  }
  await announceAdmins(tx);
}
