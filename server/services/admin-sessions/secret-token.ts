import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A token that cannot be guessed, in 43 characters. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What the database keeps of a token; null for what was never one. */
export function hashToken(token: string): Buffer | null {
  if (!/^[\w-]{43}$/.test(token)) return null;
  return createHash('sha256').update(token).digest();
}
