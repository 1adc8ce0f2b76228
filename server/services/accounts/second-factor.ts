import { createHash } from 'node:crypto';
import type { ServiceContext, Transaction } from '#server/context/context.ts';
import { decryptTotpSecret } from './totp-secret.ts';
import { Secret, TOTP } from 'otpauth';
import { recordAdminEvent } from '#server/context/admin-changes.ts';
import { announceChange } from '#server/db/announce.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { enqueueMails, TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { LOGIN_MESSAGES, pausedCodesReason } from '#shared/admin-sessions/messages.ts';
import {
  CODES_PAUSED_EVENT_TYPE,
  COMMAND_LINE_ADDRESS,
  HIGH_THREAT_SCORE,
} from '#shared/security-events/values.ts';

export const APP_CODE = /^\d{6}$/;
const PERIOD_S = 30;
/** Accepts one step before and after, since clocks differ (RFC 6238, section 5.2). */
const WINDOW = 1;
const HOUR_MS = 60 * 60 * 1_000;
const { maxWrongCodesPerHour, pause } = LIMITS.secondFactor;

/** The settings that every authenticator app supports. */
export function createTotp(secret: string, named: { issuer: string; label: string }): TOTP {
  return new TOTP({
    ...named,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}

/** Returns null when the code is wrong or already used (RFC 6238, section 5.2). */
function findTotpStep(
  secret: string,
  code: string,
  now: Date,
  lastUsedStep: number | null,
): number | null {
  if (!APP_CODE.test(code)) return null;
  const timestamp = now.getTime();
  const delta = createTotp(secret, { issuer: '', label: '' }).validate({
    token: code,
    timestamp,
    window: WINDOW,
  });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
  return lastUsedStep !== null && step <= lastUsedStep ? null : step;
}

/** Counts wrong codes per account. The caller locks the administrator's row and commits after a wrong code. */
export async function takeTotpStep(
  ctx: ServiceContext,
  tx: Transaction,
  { adminUserId, secret, code }: { adminUserId: string; secret: string; code: string },
): Promise<boolean> {
  const account = await tx
    .selectFrom('adminUsers')
    .select(['username', 'email', 'totpFailedAt', 'totpPausedUntil', 'totpLastUsedStep'])
    .where('id', '=', adminUserId)
    .executeTakeFirstOrThrow();
  const now = ctx.now().getTime();
  const pausedMs = (account.totpPausedUntil?.getTime() ?? 0) - now;
  // A longer pause was recorded before the clock was set back.
  if (pausedMs > 0 && pausedMs <= pause) {
    throw new ServiceError('RATE_LIMITED', LOGIN_MESSAGES.codesPaused, undefined, {
      retryAfterSeconds: Math.ceil(pausedMs / 1_000),
    });
  }
  const update = tx.updateTable('adminUsers').where('id', '=', adminUserId);
  const step = findTotpStep(secret, code, ctx.now(), account.totpLastUsedStep);
  if (step !== null) {
    await update.set({ totpLastUsedStep: step }).execute();
    return true;
  }
  const recent = account.totpFailedAt.filter((at) => Math.abs(now - at.getTime()) < HOUR_MS);
  const totpFailedAt = [...recent, new Date(now)];
  if (totpFailedAt.length < maxWrongCodesPerHour) await update.set({ totpFailedAt }).execute();
  else await pauseCodes(ctx, tx, { ...account, id: adminUserId });
  return false;
}

async function pauseCodes(
  ctx: ServiceContext,
  tx: Transaction,
  { id, username, email }: { id: string; username: string; email: string | null },
): Promise<void> {
  const now = ctx.now();
  const until = new Date(now.getTime() + pause);
  await tx
    .updateTable('adminUsers')
    .set({ totpFailedAt: [], totpPausedUntil: until })
    .where('id', '=', id)
    .execute();
  await recordAdminEvent(tx, {
    type: CODES_PAUSED_EVENT_TYPE,
    address: ctx.client.address ?? COMMAND_LINE_ADDRESS,
    reasons: [pausedCodesReason(username, maxWrongCodesPerHour)],
    now,
    threatScore: HIGH_THREAT_SCORE,
  });
  await announceChange(tx, 'security_events');
  const payload = { adminUserId: id, until: until.toISOString() };
  await enqueueMails(tx, [
    { kind: 'admin-users.codes-paused', recipient: email ?? TEAM_RECIPIENT, payload },
  ]);
}

export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest();
}

/** `unreadable`: the key of the administrator's secret is missing; recovery codes do not need it. */
export type SecondFactorUse = 'used' | 'wrong' | 'unreadable';

async function takeAppCode(
  ctx: ServiceContext,
  tx: Transaction,
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

/** Locks the administrator's row. The caller commits after a wrong code, which counts against the account. */
export async function useSecondFactor(
  ctx: ServiceContext,
  tx: Transaction,
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
