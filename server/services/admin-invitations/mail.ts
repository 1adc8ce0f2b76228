import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { MailedInvitation } from '#server/mail/templates/invitation-mail.ts';
import { invitationPath } from '#shared/admin-users/values.ts';
import { invitationToken } from './token.ts';

type Read = { db: Kysely<DB>; siteUrl: string; totpKey: Buffer };

/** What the mail of an invitation says, with its link made again; null when that opens nothing any more. */
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
