import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Resources } from '#server/context.ts';

const KEY_BYTES = 32;

/**
 * The token in the link of an invitation, in 43 characters. It is made anew whenever the mail is written, of a key that is not in the
 * database, so that the mail can be composed later and the database never holds a token.
 */
export function invitationToken(
  { totpKey }: Pick<Resources, 'totpKey'>,
  { id, tokenVersion }: { id: string; tokenVersion: number },
): string {
  const key = Buffer.from(hkdfSync('sha256', totpKey, '', 'admin-invitations', KEY_BYTES));
  return createHmac('sha256', key).update(`${id}:${tokenVersion}`).digest('base64url');
}

export function hashInvitationToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
