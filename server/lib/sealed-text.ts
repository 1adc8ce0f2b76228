import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

// Distinguishes a wrong key from a damaged value without revealing the key.
export function getSealPrefix(key: Buffer): string {
  const hash = createHash('sha256').update('totp-key').update(key).digest('base64url');
  return `${VERSION}.${hash.slice(0, 8)}.`;
}

/** Readable only with the same key for the same `purpose`. */
export function sealText(key: Buffer, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([iv, encrypted, cipher.getAuthTag()]);
  return getSealPrefix(key) + sealed.toString('base64url');
}

export function isSealed(stored: string): boolean {
  return stored.startsWith(`${VERSION}.`);
}

export function openSealed(key: Buffer, purpose: string, stored: string): string | null {
  const prefix = getSealPrefix(key);
  const sealed = Buffer.from(stored.slice(prefix.length), 'base64url');
  if (!stored.startsWith(prefix) || sealed.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
