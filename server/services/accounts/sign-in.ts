import { v7 as uuidV7 } from 'uuid';
import {
  type AdminActor,
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { endAllSessions, endSessions, isNamed, lockAdmin } from './rights.ts';
import { hashPassword, isHashOutdated, isPasswordCorrect, NOBODYS_HASH } from './password.ts';
import {
  type AdminIdentity,
  MAX_SESSIONS_PER_ADMIN,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
} from '#shared/admin-sessions/values.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { recordDevice } from './devices.ts';
import {
  deleteLoginAttempt,
  type LoginAttempt,
  settleLoginAttempt,
  takeLoginAttempt,
} from './login-limit.ts';
import { useSecondFactor } from './second-factor.ts';
import { createHash, randomBytes } from 'node:crypto';

export type SignedIn = { sessionToken: string; adminUser: AdminIdentity };
export type SignInResult = SignedIn | { challenge: string };

const CHALLENGE_LIFETIME_MS = 5 * 60 * 1_000;
const MAX_FAILED_CODES = 5;
const TOUCH_AFTER_MS = 10_000;

// An unknown name costs the same hash, so that the response time reveals nothing.
async function isPasswordOf(
  ctx: ServiceContext,
  attempt: LoginAttempt,
  { password, hash }: { password: string; hash: string | undefined },
): Promise<boolean> {
  try {
    const isCorrect = await isPasswordCorrect(password, hash ?? NOBODYS_HASH, attempt.turn);
    return isCorrect && hash !== undefined;
  } catch (error) {
    // The hash queue was full.
    if (error instanceof ServiceError) await deleteLoginAttempt(ctx, attempt);
    throw error;
  }
}

async function refreshHash(
  ctx: ServiceContext,
  admin: { id: string; passwordHash: string },
  { password, attempt }: { password: string; attempt: LoginAttempt },
): Promise<string> {
  if (!isHashOutdated(admin.passwordHash)) return admin.passwordHash;
  const passwordHash = await hashPassword(password, attempt.turn).catch((error: unknown) => {
    if (error instanceof ServiceError) return null;
    throw error;
  });
  if (passwordHash === null) return admin.passwordHash;
  const refreshed = await ctx.db
    .updateTable('adminUsers')
    .set({ passwordHash })
    .where('id', '=', admin.id)
    .where('passwordHash', '=', admin.passwordHash)
    .returning('id')
    .executeTakeFirst();
  return refreshed ? passwordHash : admin.passwordHash;
}

function loginFailed(): ServiceError {
  return new ServiceError('UNAUTHORIZED', LOGIN_MESSAGES.failed);
}

export async function signIn(
  ctx: ServiceContext,
  { username, password }: { username: string; password: string },
): Promise<SignInResult> {
  const attempt = await takeLoginAttempt(ctx, username);
  const admin = await ctx.db
    .selectFrom('adminUsers')
    .select(['id', 'username', 'passwordHash', 'totpConfirmedAt'])
    .where(isNamed(username))
    .where('isActive', '=', true)
    .executeTakeFirst();
  const isRight = await isPasswordOf(ctx, attempt, { password, hash: admin?.passwordHash });
  if (!isRight || !admin) throw loginFailed();
  const passwordHash = await refreshHash(ctx, admin, { password, attempt });
  if (admin.totpConfirmedAt) {
    await settleLoginAttempt(ctx, attempt);
    return { challenge: await createChallenge(ctx, admin.id) };
  }
  const signedIn = await withTransaction(ctx, (tx) =>
    startSession(ctx, tx, { id: admin.id, passwordHash }),
  );
  await settleLoginAttempt(ctx, attempt);
  return signedIn;
}

async function createChallenge(ctx: ServiceContext, adminUserId: string): Promise<string> {
  const { token, tokenHash } = createToken();
  await ctx.db
    .insertInto('adminLoginChallenges')
    .values({
      id: uuidV7(),
      tokenHash,
      adminUserId,
      createdAt: ctx.now(),
      expiresAt: new Date(ctx.now().getTime() + CHALLENGE_LIFETIME_MS),
    })
    .execute();
  return token;
}

// Password, second factor or account may have changed while the hash was compared.
export async function startSession(
  ctx: ServiceContext,
  tx: Transaction,
  admin: { id: string; passwordHash?: string },
): Promise<SignedIn> {
  const now = ctx.now();
  let current = tx
    .updateTable('adminUsers')
    .set({ lastLoginAt: now })
    .where('id', '=', admin.id)
    .where('isActive', '=', true);
  if (admin.passwordHash) {
    current = current
      .where('passwordHash', '=', admin.passwordHash)
      .where('totpConfirmedAt', 'is', null);
  }
  const adminUser = await current
    .returning(['id', 'username', 'role'])
    .executeTakeFirstOrThrow(loginFailed);
  await endOldestSessions(tx, adminUser.id);
  const sessionToken = await insertSession(ctx, tx, {
    adminUserId: adminUser.id,
    deviceId: await recordDevice(ctx, tx, adminUser),
    now,
    expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
  });
  return { sessionToken, adminUser };
}

/** The caller holds the administrator's row. */
async function endOldestSessions(tx: Transaction, adminUserId: string): Promise<void> {
  await endSessions(tx)
    .where('id', 'in', (older) =>
      older
        .selectFrom('adminSessions')
        .select('id')
        .where('adminUserId', '=', adminUserId)
        .where('isActive', '=', true)
        .orderBy('lastUsedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_SESSIONS_PER_ADMIN - 1),
    )
    .execute();
}

async function insertSession(
  ctx: ServiceContext,
  tx: Transaction,
  {
    adminUserId,
    deviceId,
    now,
    expiresAt,
  }: { adminUserId: string; deviceId: string | null; now: Date; expiresAt: Date },
): Promise<string> {
  const { token, tokenHash } = createToken();
  await tx
    .insertInto('adminSessions')
    .values({
      id: uuidV7(),
      tokenHash,
      adminUserId,
      createdAt: now,
      lastUsedAt: now,
      provedAt: now,
      deviceId,
      expiresAt,
      ipAddress: ctx.client.address,
      userAgent: ctx.client.userAgent,
    })
    .execute();
  ctx.recordSignIn?.();
  return token;
}

/** Returns the token of a new session with the expiry of the current one. The caller holds the administrator's row. */
export async function replaceSessions(ctx: ServiceContext, tx: Transaction): Promise<string> {
  const { adminUserId, sessionId } = requireAdmin(ctx);
  const now = ctx.now();
  const ended = await endAllSessions(tx, adminUserId);
  const asking = ended.find(({ id }) => id === sessionId);
  // The session may have ended while the hash was compared.
  if (!asking || asking.expiresAt <= now) {
    throw new ServiceError('UNAUTHORIZED', LOGIN_MESSAGES.sessionEnded);
  }
  const { deviceId, expiresAt } = asking;
  return insertSession(ctx, tx, { adminUserId, deviceId, now, expiresAt });
}

export async function verifyChallenge(
  ctx: ServiceContext,
  { challenge, code }: { challenge: string; code: string },
): Promise<SignedIn> {
  const tokenHash = hashToken(challenge);
  const known = tokenHash
    ? await ctx.db
        .selectFrom('adminLoginChallenges')
        .innerJoin('adminUsers', 'adminUsers.id', 'adminLoginChallenges.adminUserId')
        .select(['adminLoginChallenges.id', 'adminUserId', 'adminUsers.username'])
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst()
    : undefined;
  if (!known) throw new ServiceError('UNAUTHORIZED', LOGIN_MESSAGES.challengeEnded);
  const attempt = await takeLoginAttempt(ctx, known.username);
  const result = await withTransaction(ctx, async (tx) => {
    // Changes of an account lock the administrator first too; the other order could deadlock.
    await lockAdmin(tx, known.adminUserId);
    const open = await tx
      .selectFrom('adminLoginChallenges')
      .select(['id', 'adminUserId'])
      .where('id', '=', known.id)
      .where('usedAt', 'is', null)
      .where('failedCodes', '<', MAX_FAILED_CODES)
      .where('expiresAt', '>', ctx.now())
      .forUpdate()
      .executeTakeFirst();
    if (!open) return 'ended';
    const use = await useSecondFactor(ctx, tx, { adminUserId: open.adminUserId, code });
    if (use !== 'used') {
      await tx
        .updateTable('adminLoginChallenges')
        .set(({ eb }) => ({ failedCodes: eb('failedCodes', '+', 1) }))
        .where('id', '=', open.id)
        .execute();
      return use;
    }
    await tx
      .updateTable('adminLoginChallenges')
      .set({ usedAt: ctx.now() })
      .where('id', '=', open.id)
      .execute();
    return startSession(ctx, tx, { id: open.adminUserId });
  });
  if (result === 'ended') throw new ServiceError('UNAUTHORIZED', LOGIN_MESSAGES.challengeEnded);
  if (result === 'wrong' || result === 'unreadable') {
    const message = LOGIN_MESSAGES[result === 'wrong' ? 'wrongCode' : 'unreadableCode'];
    throw rejectField('code', message, 'UNAUTHORIZED');
  }
  await settleLoginAttempt(ctx, attempt);
  return result;
}

export function selectLiveSessions({ db, now: clock }: Pick<ServiceContext, 'db' | 'now'>) {
  const now = clock();
  return db
    .selectFrom('adminSessions')
    .innerJoin('adminUsers', 'adminUsers.id', 'adminSessions.adminUserId')
    .where('adminSessions.isActive', '=', true)
    .where('adminUsers.isActive', '=', true)
    .where('adminSessions.expiresAt', '>', now)
    .where('adminSessions.lastUsedAt', '>', new Date(now.getTime() - SESSION_IDLE_MS));
}

/** A background request does not keep the session alive. */
export async function authenticate(
  ctx: Pick<ServiceContext, 'db' | 'now'>,
  token: string,
  { isBackground }: { isBackground: boolean },
): Promise<AdminActor | null> {
  const tokenHash = hashToken(token);
  if (!tokenHash) return null;
  const now = ctx.now();
  const session = await selectLiveSessions(ctx)
    .select([
      'adminSessions.id',
      'adminSessions.lastUsedAt',
      'adminSessions.provedAt',
      'adminUsers.id as adminUserId',
      'adminUsers.username',
      'adminUsers.role',
      'adminUsers.passwordExpiresAt',
    ])
    .where('adminSessions.tokenHash', '=', tokenHash)
    .executeTakeFirst();
  if (!session) return null;
  if (!isBackground && now.getTime() - session.lastUsedAt.getTime() > TOUCH_AFTER_MS) {
    await ctx.db
      .updateTable('adminSessions')
      .set({ lastUsedAt: now })
      .where('id', '=', session.id)
      .where('lastUsedAt', '<', now)
      .execute();
  }
  const { id: sessionId, lastUsedAt: _, passwordExpiresAt, ...admin } = session;
  const isPasswordExpired = passwordExpiresAt !== null && passwordExpiresAt <= now;
  return { type: 'admin', ...admin, sessionId, isPasswordExpired };
}

export async function signOut(ctx: ServiceContext, token: string): Promise<void> {
  const tokenHash = hashToken(token);
  if (tokenHash) await endSessions(ctx.db).where('tokenHash', '=', tokenHash).execute();
}

const TOKEN_BYTES = 32;

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function createToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, tokenHash: sha256(token) };
}

function hashToken(token: string): Buffer | null {
  return /^[\w-]{43}$/.test(token) ? sha256(token) : null;
}
