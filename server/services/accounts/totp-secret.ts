import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import type { Log } from '#server/lib/log.ts';
import { getSealPrefix, isSealed, openSealed, sealText } from '#server/lib/sealed-text.ts';

const ENCRYPTED = 'v1.%';

export const encryptTotpSecret = sealText;

/** Returns null when this key does not decrypt the secret. Secrets from before encryption are returned as they are. */
export function decryptTotpSecret(key: Buffer, adminUserId: string, stored: string): string | null {
  return isSealed(stored) ? openSealed(key, adminUserId, stored) : stored;
}

/** Without stored secrets, open invitations need a key too. Null: there is neither. */
export async function fitsTotpSecrets(db: Database, key: Buffer | null): Promise<boolean | null> {
  const secrets = await db
    .selectFrom('adminUsers')
    .select('totpSecret')
    .where('totpSecret', 'like', ENCRYPTED)
    .execute();
  if (secrets.length > 0) {
    const prefix = key && getSealPrefix(key);
    return prefix !== null && secrets.some(({ totpSecret }) => totpSecret?.startsWith(prefix));
  }
  const invitation = await db
    .selectFrom('adminInvitations')
    .select('id')
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return invitation ? key !== null : null;
}

/** Returns the affected usernames. */
export async function removeUnreadableTotpSecrets(db: Database, key: Buffer): Promise<string[]> {
  const removed = await db
    .updateTable('adminUsers')
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastUsedStep: null })
    .where('totpSecret', 'like', ENCRYPTED)
    .where('totpSecret', 'not like', `${getSealPrefix(key)}%`)
    .returning(['id', 'username'])
    .execute();
  const ids = removed.map(({ id }) => id);
  await db
    .deleteFrom('adminRecoveryCodes')
    .where('adminUserId', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return removed.map(({ username }) => username);
}

export async function encryptStoredTotpSecrets(db: Database, key: Buffer, log: Log): Promise<void> {
  const rows = await db
    .selectFrom('adminUsers')
    .select(['id', 'username', 'totpSecret'])
    .where('totpSecret', 'is not', null)
    .execute();
  const unreadable: string[] = [];
  let encrypted = 0;
  for (const { id, username, totpSecret } of rows) {
    if (totpSecret === null) continue;
    if (isSealed(totpSecret)) {
      if (decryptTotpSecret(key, id, totpSecret) === null) unreadable.push(username);
      continue;
    }
    await db
      .updateTable('adminUsers')
      .set({ totpSecret: encryptTotpSecret(key, id, totpSecret) })
      .where('id', '=', id)
      .where('totpSecret', '=', totpSecret)
      .execute();
    encrypted += 1;
  }
  if (encrypted > 0) log.info({ encrypted }, 'encrypted the secrets of authenticator apps');
  if (unreadable.length > 0) {
    log.error(
      { administrators: unreadable },
      'The secrets of these authenticator apps were encrypted with another key. Until they are set up again, these administrators sign in with a recovery code or a passkey.',
    );
  }
}
