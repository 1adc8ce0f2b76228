import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function createToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, tokenHash: sha256(token) };
}

/** What the database keeps of a token; null for what was never one. */
export function hashToken(token: string): Buffer | null {
  return /^[\w-]{43}$/.test(token) ? sha256(token) : null;
}
