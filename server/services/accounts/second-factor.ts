import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { APP_CODE, takeTotpStep } from './app-codes.ts';
import { decryptTotpSecret } from './totp-secret.ts';

/** What the database keeps of a recovery code; case and separators do not count. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest();
}

/** `unreadable`: the key that the administrator's secret was encrypted with is missing; recovery codes do not need it. */
export type SecondFactorUse = 'used' | 'wrong' | 'unreadable';

async function takeAppCode(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  { adminUserId, code }: { adminUserId: string; code: string },
): Promise<SecondFactorUse> {
  const admin = await tx
    .selectFrom('adminUsers')
    .select(['totpSecret', 'totpConfirmedAt'])
    .where('id', '=', adminUserId)
    .forUpdate()
    .executeTakeFirst();
  if (!admin?.totpSecret || !admin.totpConfirmedAt) return 'wrong';
  const secret = decryptTotpSecret(ctx.totpKey, adminUserId, admin.totpSecret);
  if (secret === null) {
    ctx.log.error({ adminUserId }, 'the secret of an authenticator app cannot be read: TOTP_KEY');
    return 'unreadable';
  }
  return (await takeTotpStep(ctx, tx, { adminUserId, secret, code })) ? 'used' : 'wrong';
}

/**
 * Uses up a code of the authenticator app or a recovery code. Locks the administrator's row. The caller must commit after
 * a wrong code, which counts against the account.
 */
export async function useSecondFactor(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  { adminUserId, code }: { adminUserId: string; code: string },
): Promise<SecondFactorUse> {
  const appCode = code.replaceAll(' ', '');
  if (APP_CODE.test(appCode)) return takeAppCode(ctx, tx, { adminUserId, code: appCode });
  const used = await tx
    .updateTable('adminRecoveryCodes')
    .set({ usedAt: ctx.now() })
    .where('adminUserId', '=', adminUserId)
    .where('codeHash', '=', hashRecoveryCode(code))
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used ? 'used' : 'wrong';
}
