import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import {
  checkAssertion,
  createAssertionOptions,
  recordUse,
  type RelyingParty,
} from './verify-passkey.ts';
import { APP_CODE, useSecondFactor } from './second-factor.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import type { PasskeyAssertion } from '#shared/passkeys/schema.ts';
import { deleteLoginAttempt, takeLoginAttempt } from './login-limit.ts';
import { isPasswordCorrect } from './password.ts';

/** Counts a rejection as a failed sign-in, so that a stolen session does not bypass the limit. */
export async function countGuess<T>(ctx: ServiceContext, work: () => Promise<T>): Promise<T> {
  const { username } = requireAdmin(ctx);
  const attempt = await takeLoginAttempt(ctx, username);
  let isWrongGuess = false;
  try {
    return await work();
  } catch (error) {
    isWrongGuess = error instanceof ServiceError && error.code === 'VALIDATION';
    throw error;
  } finally {
    if (!isWrongGuess) await deleteLoginAttempt(ctx, attempt);
  }
}

export async function requirePassword(
  ctx: ServiceContext,
  { password, field }: { password: string; field: string },
): Promise<string> {
  const { adminUserId, sessionId } = requireAdmin(ctx);
  const { passwordHash } = await ctx.db
    .selectFrom('adminUsers')
    .select('passwordHash')
    .where('id', '=', adminUserId)
    .executeTakeFirstOrThrow();
  const turn = { source: sessionId, isKnown: true };
  if (!(await isPasswordCorrect(password, passwordHash, turn)))
    throw rejectField(field, ACCOUNT_MESSAGES.wrongPassword);
  return passwordHash;
}

async function recordProof(ctx: ServiceContext): Promise<void> {
  const { sessionId } = requireAdmin(ctx);
  await ctx.db
    .updateTable('adminSessions')
    .set({ provedAt: ctx.now() })
    .where('id', '=', sessionId)
    .execute();
}

async function requireAppCode(ctx: ServiceContext, code: string): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  const use = await withTransaction(ctx, (tx) => useSecondFactor(ctx, tx, { adminUserId, code }));
  if (use !== 'used') throw rejectField('secret', ACCOUNT_MESSAGES.wrongSecret);
}

export async function provePresence(
  ctx: ServiceContext,
  { secret }: { secret: string },
): Promise<void> {
  const code = secret.replaceAll(' ', '');
  await countGuess(ctx, async () => {
    // Too short to be a password.
    if (APP_CODE.test(code)) await requireAppCode(ctx, code);
    else await requirePassword(ctx, { password: secret, field: 'secret' });
  });
  await recordProof(ctx);
}

export function startPasskeyProof(ctx: ServiceContext, party: RelyingParty): Promise<string> {
  const { adminUserId } = requireAdmin(ctx);
  return createAssertionOptions(ctx, party, { purpose: 'prove', adminUserId });
}

export async function provePresenceByPasskey(
  ctx: ServiceContext,
  party: RelyingParty,
  assertion: PasskeyAssertion,
): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  const passkey = await checkAssertion(ctx, party, assertion, { purpose: 'prove', adminUserId });
  if (!passkey || !(await recordUse(ctx, passkey))) {
    throw new ServiceError('BAD_REQUEST', PASSKEY_MESSAGES.rejected);
  }
  await recordProof(ctx);
}
