import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { Account } from '#shared/admin-account/admin-schema.ts';

/** The signed-in administrator's own account. */
export async function getAccount(ctx: ServiceContext): Promise<Account> {
  const { adminUserId } = requireAdmin(ctx);
  const { username, totpConfirmedAt, lastLoginAt, recoveryCodesLeft } = await ctx.db
    .selectFrom('adminUsers')
    .select(['username', 'totpConfirmedAt', 'lastLoginAt'])
    .select((eb) =>
      eb
        .selectFrom('adminRecoveryCodes')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('adminRecoveryCodes.adminUserId', '=', 'adminUsers.id')
        .where('usedAt', 'is', null)
        .as('recoveryCodesLeft'),
    )
    .where('id', '=', adminUserId)
    .executeTakeFirstOrThrow();
  return {
    username,
    hasSecondFactor: totpConfirmedAt !== null,
    recoveryCodesLeft: recoveryCodesLeft ?? 0,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}
