import { sql, type Transaction } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/core/errors.ts';
import { withdrawMails } from '#server/mail/outbox/outbox.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import type { AdminRole } from '#shared/admin-users/values.ts';
import { announceAdmins, endAllSessions } from './admin-rows.ts';

type Rights = { role: AdminRole; isActive: boolean };

/** Two changes at once must not leave the installation without an active owner. */
export async function lockRights(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admin-users:rights', 0))`.execute(tx);
}

export async function countActive(tx: Transaction<DB>) {
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
  tx: Transaction<DB>,
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
  tx: Transaction<DB>,
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
