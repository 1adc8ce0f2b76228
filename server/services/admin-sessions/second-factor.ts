import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types.ts';

const PERIOD_S = 30;
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
  if (!/^\d{6}$/.test(code)) return null;
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

/** Uses up a code of the authenticator app or a recovery code; false when it is neither. Locks the administrator's row. */
export async function useSecondFactor(
  tx: Transaction<DB>,
  { adminUserId, code, now }: { adminUserId: string; code: string; now: Date },
): Promise<boolean> {
  const admin = await tx
    .selectFrom('adminUsers')
    .select(['totpSecret', 'totpConfirmedAt', 'totpLastUsedStep'])
    .where('id', '=', adminUserId)
    .forUpdate()
    .executeTakeFirst();
  if (!admin?.totpSecret || !admin.totpConfirmedAt) return false;
  const step = findTotpStep(
    admin.totpSecret,
    code.replaceAll(' ', ''),
    now,
    admin.totpLastUsedStep,
  );
  if (step !== null) {
    await tx
      .updateTable('adminUsers')
      .set({ totpLastUsedStep: step })
      .where('id', '=', adminUserId)
      .execute();
    return true;
  }
  const used = await tx
    .updateTable('adminRecoveryCodes')
    .set({ usedAt: now })
    .where('adminUserId', '=', adminUserId)
    .where('codeHash', '=', hashRecoveryCode(code))
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
