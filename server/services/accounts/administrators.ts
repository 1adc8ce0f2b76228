import {
  type AdminActor,
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import { ServiceError } from '#server/core/errors.ts';
import { ADMIN_USER_MESSAGES, ROLE_MESSAGES } from '#shared/admin-users/messages.ts';
import type { Administrator, AdministratorChange } from '#shared/admin-users/admin-schema.ts';
import { changeRights, lockRights, passkeyCount } from './rights.ts';

function selectAdministrators(ctx: ServiceContext) {
  const { adminUserId } = requireAdmin(ctx);
  return ctx.db
    .selectFrom('adminUsers')
    .select([
      'id',
      'username',
      'displayName',
      'email',
      'role',
      'isActive',
      'createdAt',
      'lastLoginAt',
    ])
    .select((eb) => [
      eb('totpConfirmedAt', 'is not', null).$castTo<boolean>().as('hasSecondFactor'),
      eb('id', '=', adminUserId).$castTo<boolean>().as('isCurrent'),
      passkeyCount.as('passkeys'),
    ]);
}

export async function listAdministrators(ctx: ServiceContext): Promise<Administrator[]> {
  const rows = await selectAdministrators(ctx)
    .orderBy('isActive', 'desc')
    .orderBy('username')
    .execute();
  return rows.map(presentRow);
}

/** Requires a fresh proof. The owner must still be active once the lock is held: another one may have changed that. */
export async function requireActiveOwner(
  ctx: ServiceContext,
  tx: Transaction,
): Promise<AdminActor> {
  const actor = requireRecentProof(ctx, 'administration');
  await lockRights(tx);
  await tx
    .selectFrom('adminUsers')
    .select('id')
    .where('id', '=', actor.adminUserId)
    .where('role', '=', 'owner')
    .where('isActive', '=', true)
    .executeTakeFirstOrThrow(() => new ServiceError('FORBIDDEN', ROLE_MESSAGES.denied));
  return actor;
}

export function updateAdministrator(
  ctx: ServiceContext,
  id: string,
  change: AdministratorChange,
): Promise<Administrator> {
  return withTransaction(ctx, async (tx) => {
    await requireActiveOwner(ctx, tx);
    const admin = await tx
      .selectFrom('adminUsers')
      .select(['id', 'username', 'role', 'isActive'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', ADMIN_USER_MESSAGES.notFound));
    const { role = admin.role, isActive = admin.isActive } = change;
    await changeRights(tx, admin, { after: { role, isActive }, by: ctx, now: ctx.now() });
    const changed = await selectAdministrators({ ...ctx, db: tx })
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return presentRow(changed);
  });
}
