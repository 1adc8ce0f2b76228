import { Secret } from 'otpauth';
import { encode } from 'uqr';
import { v7 as uuidV7 } from 'uuid';
import {
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { randomText } from '#server/lib/random-text.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts';
import { replaceSessions } from './sign-in.ts';
import { readContent } from '#server/services/site-content/index.ts';
import { hashRecoveryCode, takeTotpStep, createTotp, useSecondFactor } from './second-factor.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import type { Enrolment } from '#shared/admin-account/admin-schema.ts';
import { countGuess, requirePassword } from './proof.ts';

/** Recommended by RFC 4226, section 4. */
const SECRET_BYTES = 20;
const RECOVERY_CODE_COUNT = 10;
const UNAMBIGUOUS = 'abcdefghjkmnpqrstuvwxyz23456789';

function createRecoveryCode(): string {
  return Array.from({ length: 4 }, () => randomText(4, UNAMBIGUOUS)).join('-');
}

function pathOf(rows: readonly boolean[][]): string {
  const parts: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      const width = x + 1 - start;
      parts.push(`M${start} ${y}h${width}v1h-${width}z`);
    }
  }
  return parts.join('');
}

function lockAccount(ctx: ServiceContext, tx: Transaction) {
  return tx
    .selectFrom('adminUsers')
    .select(['totpSecret', 'totpConfirmedAt'])
    .where('id', '=', requireAdmin(ctx).adminUserId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function enrolSecondFactor(
  ctx: ServiceContext,
  { password }: { password: string },
): Promise<Enrolment> {
  const { adminUserId, username } = requireAdmin(ctx);
  await countGuess(ctx, () => requirePassword(ctx, { password, field: 'password' }));
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  await ctx.db
    .updateTable('adminUsers')
    .set({
      totpSecret: encryptTotpSecret(ctx.totpKey, adminUserId, secret),
      totpLastUsedStep: null,
    })
    .where('id', '=', adminUserId)
    .where('totpConfirmedAt', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new ServiceError('CONFLICT', ACCOUNT_MESSAGES.alreadyOn));
  const { name: issuer } = await readContent(ctx.db, 'company');
  const otpauthUri = createTotp(secret, { issuer, label: username }).toString();
  const { size, data } = encode(otpauthUri, { ecc: 'M', border: 4 });
  return { secret, otpauthUri, qrSize: size, qrPath: pathOf(data) };
}

export async function confirmSecondFactor(
  ctx: ServiceContext,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[]; sessionToken: string }> {
  const { adminUserId } = requireAdmin(ctx);
  const recoveryCodes = Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode);
  const sessionToken = await countGuess(ctx, async () => {
    const token = await withTransaction(ctx, async (tx) => {
      const account = await lockAccount(ctx, tx);
      if (account.totpConfirmedAt) throw new ServiceError('CONFLICT', ACCOUNT_MESSAGES.alreadyOn);
      const secret =
        account.totpSecret && decryptTotpSecret(ctx.totpKey, adminUserId, account.totpSecret);
      if (!secret) throw new ServiceError('CONFLICT', ACCOUNT_MESSAGES.notStarted);
      const now = ctx.now();
      const appCode = code.replaceAll(' ', '');
      if (!(await takeTotpStep(ctx, tx, { adminUserId, secret, code: appCode }))) return null;
      await tx
        .updateTable('adminUsers')
        .set({ totpConfirmedAt: now })
        .where('id', '=', adminUserId)
        .execute();
      await tx.deleteFrom('adminRecoveryCodes').where('adminUserId', '=', adminUserId).execute();
      await tx
        .insertInto('adminRecoveryCodes')
        .values(
          recoveryCodes.map((recoveryCode) => ({
            id: uuidV7(),
            adminUserId,
            codeHash: hashRecoveryCode(recoveryCode),
            createdAt: now,
          })),
        )
        .execute();
      await recordAdminChange(tx, { type: 'second_factor_on', by: ctx });
      return replaceSessions(ctx, tx);
    });
    if (token === null) throw rejectField('code', ACCOUNT_MESSAGES.wrongCode);
    return token;
  });
  return { recoveryCodes, sessionToken };
}

/** Asks for both factors, so that neither a stolen session nor a stolen phone is enough. */
export async function disableSecondFactor(
  ctx: ServiceContext,
  { password, code }: { password: string; code: string },
): Promise<string> {
  const { adminUserId } = requireAdmin(ctx);
  return countGuess(ctx, async () => {
    await requirePassword(ctx, { password, field: 'password' });
    const result = await withTransaction(ctx, async (tx) => {
      const account = await lockAccount(ctx, tx);
      if (!account.totpConfirmedAt) throw new ServiceError('CONFLICT', ACCOUNT_MESSAGES.notOn);
      const use = await useSecondFactor(ctx, tx, { adminUserId, code });
      if (use !== 'used') return use;
      await tx
        .updateTable('adminUsers')
        .set({
          totpSecret: null,
          totpConfirmedAt: null,
          totpLastUsedStep: null,
          totpFailedAt: [],
          totpPausedUntil: null,
        })
        .where('id', '=', adminUserId)
        .execute();
      await tx.deleteFrom('adminRecoveryCodes').where('adminUserId', '=', adminUserId).execute();
      await recordAdminChange(tx, { type: 'second_factor_off', by: ctx });
      return { token: await replaceSessions(ctx, tx) };
    });
    if (result === 'unreadable') throw rejectField('code', LOGIN_MESSAGES.unreadableCode);
    if (result === 'wrong') throw rejectField('code', ACCOUNT_MESSAGES.wrongCode);
    return result.token;
  });
}
