import {
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { announceAdmins, recoveryCodesLeft } from './rights.ts';
import { findPasswordProblem, hashPassword } from './password.ts';
import type { Account, PasswordChange, Profile } from '#shared/admin-account/admin-schema.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import { replaceSessions } from './sign-in.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { countGuess, requirePassword } from './proof.ts';

const EMAIL_KEY = 'admin_users_email_key';

export async function getAccount(ctx: ServiceContext): Promise<Account> {
  const { adminUserId } = requireAdmin(ctx);
  const { totpConfirmedAt, lastLoginAt, passwordExpiresAt, ...own } = await ctx.db
    .selectFrom('adminUsers')
    .select([
      'username',
      'displayName',
      'email',
      'role',
      'totpConfirmedAt',
      'lastLoginAt',
      'passwordExpiresAt',
      recoveryCodesLeft.as('recoveryCodesLeft'),
    ])
    .where('id', '=', adminUserId)
    .executeTakeFirstOrThrow();
  return {
    ...own,
    hasSecondFactor: totpConfirmedAt !== null,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    passwordExpiresAt: passwordExpiresAt?.toISOString() ?? null,
  };
}

function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === EMAIL_KEY;
}

/** Another address needs a fresh proof: email in our name goes out with it. */
export async function updateProfile(
  ctx: ServiceContext,
  { displayName, email }: Profile,
): Promise<Account> {
  const { adminUserId } = requireAdmin(ctx);
  try {
    await withTransaction(ctx, async (tx) => {
      const before = await tx
        .selectFrom('adminUsers')
        .select('email')
        .where('id', '=', adminUserId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (before.email !== email) {
        requireRecentProof(ctx, 'own');
        const after = { email };
        await recordAdminChange(tx, { type: 'admin_email_changed', by: ctx, before, after });
      }
      await tx
        .updateTable('adminUsers')
        .set({ displayName, email })
        .where('id', '=', adminUserId)
        .execute();
      await announceAdmins(tx);
    });
  } catch (error) {
    if (isEmailTaken(error)) throw rejectField('email', ADMIN_USER_MESSAGES.emailTaken, 'CONFLICT');
    throw error;
  }
  return getAccount(ctx);
}

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
      await tx
        .updateTable('adminUsers')
        .set({ passwordHash, passwordChangedAt: ctx.now(), passwordExpiresAt: null })
        .where('id', '=', adminUserId)
        .where('passwordHash', '=', oldHash)
        .returning('id')
        .executeTakeFirstOrThrow(
          () => new ServiceError('CONFLICT', ACCOUNT_MESSAGES.changedMeanwhile),
        );
      await recordAdminChange(tx, { type: 'password_changed', by: ctx });
      return replaceSessions(ctx, tx);
    });
  });
}
