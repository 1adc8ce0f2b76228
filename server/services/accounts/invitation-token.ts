import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Resources } from '#server/context/context.ts';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { MailedInvitation } from '#server/mail/templates/invitation-mail.ts';
import { invitationPath } from '#shared/admin-users/values.ts';

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

type Read = { db: Kysely<DB>; siteUrl: string; totpKey: Buffer };

/** Returns the content of an invitation's email, with a new link; null when the invitation is no longer valid. */
export async function readMailedInvitation(
  { db, siteUrl, totpKey }: Read,
  id: string,
): Promise<MailedInvitation | null> {
  const invitation = await db
    .selectFrom('adminInvitations')
    .leftJoin('adminUsers', 'adminUsers.id', 'invitedBy')
    .select(['adminInvitations.role', 'tokenVersion', 'expiresAt', 'displayName', 'username'])
    .where('adminInvitations.id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst();
  if (!invitation) return null;
  const { role, tokenVersion, expiresAt, displayName, username } = invitation;
  const url = `${siteUrl}${invitationPath(invitationToken({ totpKey }, { id, tokenVersion }))}`;
  return { role, invitedBy: displayName ?? username, expiresAt, url };
}
