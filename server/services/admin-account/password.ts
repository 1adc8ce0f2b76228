import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { recordAdminChange } from '#server/db/admin-changes.ts';
import { rejectField, ServiceError } from '#server/errors.ts';
import { replaceSessions } from '#server/services/admin-sessions/index.ts';
import { findPasswordProblem, hashPassword } from '#server/services/admin-users/index.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import type { PasswordChange } from '#shared/admin-account/admin-schema.ts';
import { countGuess, requirePassword } from './guarded.ts';

/** Sets a new password and ends every session; returns the token of the one that takes their place. */
export async function changePassword(
  ctx: ServiceContext,
  { currentPassword, newPassword }: PasswordChange,
): Promise<string> {
  const { adminUserId, username, sessionId } = requireAdmin(ctx);
  const problem =
    findPasswordProblem(newPassword, username) ??
    (newPassword === currentPassword ? ACCOUNT_MESSAGES.samePassword : null);
  if (problem) throw rejectField('new_password', problem);
  return countGuess(ctx, async () => {
    const oldHash = await requirePassword(ctx, {
      password: currentPassword,
      field: 'current_password',
    });
    const passwordHash = await hashPassword(newPassword, { source: sessionId, isKnown: true });
    return withTransaction(ctx, async (tx) => {
      const changed = await tx
        .updateTable('adminUsers')
        .set({ passwordHash, passwordChangedAt: ctx.now(), passwordExpiresAt: null })
        .where('id', '=', adminUserId)
        .where('passwordHash', '=', oldHash)
        .returning('id')
        .executeTakeFirst();
      if (!changed) throw new ServiceError('CONFLICT', ACCOUNT_MESSAGES.changedMeanwhile);
      await recordAdminChange(tx, { type: 'password_changed', by: ctx });
      return replaceSessions(ctx, tx);
    });
  });
}
