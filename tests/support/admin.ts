import { createHash, randomBytes } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { AdminSessions, AdminUsers, DB } from '#server/db/types.ts';
import { hashPassword } from '#server/services/accounts/index.ts';
import { SESSION_LIFETIME_MS } from '#shared/admin-sessions/values.ts';

export const TEST_PASSWORD = 'Kervansaray-7-Lale';

let passwordHash: Promise<string> | null = null;
let serial = 0;

/** Inserts an administrator with `TEST_PASSWORD`. */
export async function buildAdmin(
  db: Kysely<DB>,
  username?: string,
  changes: Partial<Insertable<AdminUsers>> = {},
) {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  serial += 1;
  return db
    .insertInto('adminUsers')
    .values({
      id: uuidV7(),
      username: username ?? `selin-${serial}-${randomBytes(3).toString('hex')}`,
      passwordHash: await passwordHash,
      role: 'owner',
      ...changes,
    })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow();
}

export type TestSession = {
  token: string;
  adminUserId: string;
  username: string;
  sessionId: string;
};

/** What keeps a session alive wherever a test sets the clock. */
export const ENDLESS_SESSION = { lastUsedAt: '2099-12-31', expiresAt: '2100-01-01' };

/** Inserts a live session of a new administrator, or of the given one. */
export async function signInForTest(
  db: Kysely<DB>,
  admin?: { id: string; username: string },
  changes: Partial<Insertable<AdminSessions>> = {},
): Promise<TestSession> {
  const { id: adminUserId, username } = admin ?? (await buildAdmin(db));
  const token = randomBytes(32).toString('base64url');
  const { id: sessionId } = await db
    .insertInto('adminSessions')
    .values({
      id: uuidV7(),
      tokenHash: createHash('sha256').update(token).digest(),
      adminUserId,
      expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS),
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { token, adminUserId, username, sessionId };
}
