import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Transaction } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { decryptTotpSecret } from './totp-secret.ts';

const PERIOD_S = 30;
const APP_CODE = /^\d{6}$/;
/** Clocks of telephones differ: one step before and after is accepted (RFC 6238, section 5.2). */
const WINDOW = 1;

/** The authenticator settings of a secret in base 32: SHA-1, six digits, 30 seconds, what every app understands. */
export function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Vitrin',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}

/** The time step that a code belongs to, null when it is wrong or was used before (RFC 6238, section 5.2). */
export function findTotpStep(
  secret: string,
  code: string,
  now: Date,
  lastUsedStep: number | null,
): number | null {
  if (!APP_CODE.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
  return lastUsedStep !== null && step <= lastUsedStep ? null : step;
}

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
    .select(['totpSecret', 'totpConfirmedAt', 'totpLastUsedStep'])
    .where('id', '=', adminUserId)
    .forUpdate()
    .executeTakeFirst();
  if (!admin?.totpSecret || !admin.totpConfirmedAt) return 'wrong';
  const secret = decryptTotpSecret(ctx.totpKey, adminUserId, admin.totpSecret);
  if (secret === null) {
    ctx.log.error({ adminUserId }, 'the secret of an authenticator app cannot be read: TOTP_KEY');
    return 'unreadable';
  }
  const step = findTotpStep(secret, code, ctx.now(), admin.totpLastUsedStep);
  if (step === null) return 'wrong';
  await tx
    .updateTable('adminUsers')
    .set({ totpLastUsedStep: step })
    .where('id', '=', adminUserId)
    .execute();
  return 'used';
}

/** Uses up a code of the authenticator app or a recovery code. Locks the administrator's row. */
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
