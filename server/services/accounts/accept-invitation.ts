import { v7 as uuidV7 } from 'uuid';
import {
  type AdminActor,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { withdrawMails } from '#server/mail/outbox/outbox.ts';
import {
  deleteLoginAttempt,
  type LoginAttempt,
  settleLoginAttempt,
  takeLoginAttempt,
} from './login-limit.ts';
import { type SignedIn, startSession } from './sign-in.ts';
import { announceAdmins, isNamed } from './rights.ts';
import { findPasswordProblem, hashPassword } from './password.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import type { Acceptance, InvitationOffer } from '#shared/admin-users/schema.ts';
import { hashInvitationToken } from './invitations.ts';

/** Username recorded for attempts to open an invitation. */
const NAMELESS = 'invitation';

// Wrong, used, expired and revoked tokens get the same response.
function invitationOver(): ServiceError {
  return new ServiceError('UNAUTHORIZED', ADMIN_USER_MESSAGES.invitationOver);
}

function selectUsable(ctx: Pick<ServiceContext, 'db' | 'now'>, token: string) {
  return ctx.db
    .selectFrom('adminInvitations')
    .select(['id', 'email', 'role', 'expiresAt'])
    .where('tokenHash', '=', hashInvitationToken(token))
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.now());
}

/** Counts a wrong token as a failed sign-in, so that guessing one is as slow as guessing a password. */
async function withToken<T>(
  ctx: ServiceContext,
  name: string,
  work: (attempt: LoginAttempt) => Promise<T>,
): Promise<T> {
  const attempt = await takeLoginAttempt(ctx, name);
  try {
    return await work(attempt);
  } catch (error) {
    const isWrong = error instanceof ServiceError && error.code === 'UNAUTHORIZED';
    if (!isWrong) await deleteLoginAttempt(ctx, attempt);
    throw error;
  }
}

export function getInvitationOffer(ctx: ServiceContext, token: string): Promise<InvitationOffer> {
  return withToken(ctx, NAMELESS, async (attempt) => {
    const usable = await selectUsable(ctx, token).executeTakeFirstOrThrow(invitationOver);
    await deleteLoginAttempt(ctx, attempt);
    const { email, role, expiresAt } = usable;
    return { email, role, expiresAt: expiresAt.toISOString() };
  });
}

export function acceptInvitation(
  ctx: ServiceContext,
  { token, username, displayName, password }: Acceptance & { token: string },
): Promise<SignedIn> {
  return withToken(ctx, username, async (attempt) => {
    // Rejected before the hash, which costs a quarter of a second.
    if (!(await selectUsable(ctx, token).executeTakeFirst())) throw invitationOver();
    const problem = findPasswordProblem(password, username);
    if (problem) throw rejectField('password', problem);
    const passwordHash = await hashPassword(password, attempt.turn);
    const signedIn = await withTransaction(ctx, async (tx) => {
      const usable = await selectUsable({ db: tx, now: ctx.now }, token)
        .forUpdate()
        .executeTakeFirstOrThrow(invitationOver);
      const { id: invitationId, email, role } = usable;
      const id = uuidV7();
      const created = await tx
        .insertInto('adminUsers')
        .values({ id, username, displayName, email, role, passwordHash, createdAt: ctx.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!created) throw await findTaken(tx, username);
      await tx
        .updateTable('adminInvitations')
        .set({ usedAt: ctx.now() })
        .where('id', '=', invitationId)
        .execute();
      await withdrawMails(tx, 'admin-users.invitation', { invitationId });
      const started = await startSession(ctx, tx, { id });
      const actor: AdminActor = {
        type: 'admin',
        adminUserId: id,
        username,
        role,
        sessionId: '',
        provedAt: ctx.now(),
      };
      await recordAdminChange(tx, { type: 'admin_joined', by: { ...ctx, actor }, after: { role } });
      await announceAdmins(tx);
      return started;
    });
    await settleLoginAttempt(ctx, attempt);
    return signedIn;
  });
}

async function findTaken(tx: Transaction, username: string): Promise<ServiceError> {
  const namesake = await tx
    .selectFrom('adminUsers')
    .select('id')
    .where(isNamed(username))
    .executeTakeFirst();
  return namesake
    ? rejectField('username', ADMIN_USER_MESSAGES.usernameTaken, 'CONFLICT')
    : new ServiceError('CONFLICT', ADMIN_USER_MESSAGES.emailTaken);
}
