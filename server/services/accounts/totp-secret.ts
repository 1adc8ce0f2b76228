import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import type { Log } from '#server/lib/log.ts';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

// Distinguishes a wrong key from a damaged value without revealing the key.
function nameKey(key: Buffer): string {
  return createHash('sha256').update('totp-key').update(key).digest('base64url').slice(0, 8);
}

export function encryptTotpSecret(key: Buffer, adminUserId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(adminUserId));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([iv, encrypted, cipher.getAuthTag()]);
  return [VERSION, nameKey(key), sealed.toString('base64url')].join('.');
}

function isEncrypted(stored: string): boolean {
  return stored.startsWith(`${VERSION}.`);
}

/** Returns null when this key does not decrypt the secret. Secrets from before encryption are returned as they are. */
export function decryptTotpSecret(key: Buffer, adminUserId: string, stored: string): string | null {
  if (!isEncrypted(stored)) return stored;
  const [, keyName = '', text = ''] = stored.split('.');
  const sealed = Buffer.from(text, 'base64url');
  if (keyName !== nameKey(key) || sealed.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(adminUserId))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const secret = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([secret, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Without stored secrets, open invitations need a key too. Null: there is neither. */
export async function fitsTotpSecrets(db: Database, key: Buffer | null): Promise<boolean | null> {
  const secrets = await db
    .selectFrom('adminUsers')
    .select('totpSecret')
    .where('totpSecret', 'like', `${VERSION}.%`)
    .execute();
  if (secrets.length > 0) {
    const prefix = key && `${VERSION}.${nameKey(key)}.`;
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
    .where('totpSecret', 'like', `${VERSION}.%`)
    .where('totpSecret', 'not like', `${VERSION}.${nameKey(key)}.%`)
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
    if (isEncrypted(totpSecret)) {
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
