import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';
import { hashPassword } from '#server/services/accounts/index.ts';
import { type Changes, insertRows } from './database/rows.ts';
import { SESSION_LIFETIME_MS } from '#shared/admin-sessions/values.ts';

export const TEST_PASSWORD = 'Kervansaray-7-Lale';

let passwordHash: Promise<string> | null = null;
let serial = 0;

/** Inserts an administrator with `TEST_PASSWORD`. */
export async function buildAdmin(
  db: Kysely<DB>,
  username = `selin-${(serial += 1)}-${randomBytes(3).toString('hex')}`,
  changes: Changes<'adminUsers'> = {},
) {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const admin = { id: uuidV7(), username, role: 'owner' } as const;
  await insertRows(db, 'adminUsers', { ...admin, passwordHash: await passwordHash, ...changes });
  return { id: admin.id, username };
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
  changes: Changes<'adminSessions'> = {},
): Promise<TestSession> {
  const { id: adminUserId, username } = admin ?? (await buildAdmin(db));
  const token = randomBytes(32).toString('base64url');
  const sessionId = uuidV7();
  await insertRows(db, 'adminSessions', {
    id: sessionId,
    tokenHash: createHash('sha256').update(token).digest(),
    adminUserId,
    expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS),
    ...changes,
  });
  return { token, adminUserId, username, sessionId };
}
