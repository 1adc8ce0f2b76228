import { type Kysely, sql, type Transaction } from 'kysely';
import { announceChange } from '#server/db/announce.ts';
import type { DB } from '#server/db/types.ts';

export function isNamed(
  username: string,
  column: 'username' | 'admin_users.username' = 'username',
) {
  return sql<boolean>`lower(${sql.ref(column)} collate "C") = lower(${username} collate "C")`;
}

export async function lockAdmin(tx: Transaction<DB>, id: string): Promise<void> {
  await tx.selectFrom('adminUsers').select('id').where('id', '=', id).forUpdate().execute();
}

export function endSessions(db: Kysely<DB>) {
  return db.updateTable('adminSessions').set({ isActive: false }).where('isActive', '=', true);
}

export async function endAllSessions(tx: Transaction<DB>, adminUserId: string) {
  await tx.deleteFrom('adminLoginChallenges').where('adminUserId', '=', adminUserId).execute();
  return endSessions(tx)
    .where('adminUserId', '=', adminUserId)
    .returning(['id', 'expiresAt', 'deviceId'])
    .execute();
}

/** Makes every process close the event streams of ended sessions. */
export function announceAdmins(tx: Transaction<DB>): Promise<void> {
  return announceChange(tx, 'admin_users');
}

export const passkeyCount = sql<number>`(
  select count(*) from admin_passkeys where admin_user_id = admin_users.id
)`;
export const recoveryCodesLeft = sql<number>`(
  select count(*) from admin_recovery_codes where admin_user_id = admin_users.id and used_at is null
)`;

export function findMailedAccount(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('adminUsers')
    .select(['username', passkeyCount.as('passkeys'), recoveryCodesLeft.as('recoveryCodes')])
    .where('id', '=', id)
    .executeTakeFirst();
}
