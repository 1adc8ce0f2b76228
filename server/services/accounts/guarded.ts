import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { deleteLoginAttempt, takeLoginAttempt } from './login-limit.ts';
import { isPasswordCorrect } from './password.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';

/**
 * Runs what asks for a secret of the administrator: a rejection stays counted as a failed sign-in of the address, so that a stolen
 * session is no way around the limit; a success leaves no trace among the sign-ins.
 */
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

/** The hash of the administrator's password, if `password` is that; otherwise the field of this name is rejected. */
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
