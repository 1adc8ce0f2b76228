import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { foldAddress } from '#server/lib/sql-text.ts';
import type { MailHead } from '#server/mail/inbox/head.ts';
import { findReplyTokens, findSignedVersion } from '#server/mail/inbox/reply-address.ts';
import { VISITOR_MAILS } from '#server/mail/outbox/outbox.ts';
import { FIRST_TOKEN_VERSION } from '#server/services/conversations/index.ts';

export type FoundConversation = {
  id: string;
  email: string;
  /** The link was revoked and the email did not use the current reply address. */
  isRevoked: boolean;
};

type Signed = { id: string; isCurrent: boolean };

const UUID = /^<([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})@/u;

export function mailIdsOf(messageIds: readonly string[]): string[] {
  return messageIds.flatMap((messageId) => UUID.exec(messageId)?.[1] ?? []);
}

async function findSigned({ db, trackKey }: ServiceContext, recipients: string): Promise<Signed[]> {
  const tokens = findReplyTokens(recipients);
  if (tokens.length === 0) return [];
  const versions = await db
    .selectFrom('conversations')
    .select(['id', 'tokenVersion'])
    .where('id', '=', sql<string>`any(${tokens.map(({ id }) => id)}::uuid[])`)
    .execute();
  return tokens.flatMap((token) => {
    const latest = versions.find(({ id }) => id === token.id)?.tokenVersion ?? 0;
    const version = findSignedVersion(trackKey, token, latest);
    return version === null ? [] : [{ id: token.id, isCurrent: version === latest }];
  });
}

/** By the signed recipient address, else by the nearest email that it answers. Replies to team emails belong to no visitor. */
export async function findConversation(
  ctx: ServiceContext,
  { recipients, references }: Pick<MailHead, 'recipients' | 'references'>,
): Promise<FoundConversation | null> {
  const signed = await findSigned(ctx, recipients);
  if (signed.length === 0 && references.length === 0) return null;
  const { rows } = await sql<Omit<FoundConversation, 'isRevoked'> & { tokenVersion: number }>`
    select conversations.id, ${foldAddress(sql`coalesce(orders.email, contact_messages.email)`)} as email, token_version
    from (
      select signed_id as conversation_id, 0 as place
      from unnest(${signed.map(({ id }) => id)}::uuid[]) as signed_id
      union all
      select conversation_id, array_position(${[...references]}::text[], message_id)
      from outbox_mails
      where id = any(${mailIdsOf(references)}::uuid[]) and kind = any(${[...VISITOR_MAILS]}::text[])
        and message_id = any(${[...references]}::text[])
      union all
      select conversation_id, array_position(${[...references]}::text[], mail_message_id)
      from conversation_entries where mail_message_id = any(${[...references]}::text[])
    ) as found
    join conversations on conversations.id = found.conversation_id
    left join orders on orders.id = conversations.order_id
    left join contact_messages on contact_messages.id = conversations.message_id
    order by place limit 1
  `.execute(ctx.db);
  const [row] = rows;
  if (!row) return null;
  const { id, email, tokenVersion } = row;
  const isCurrent = signed.some((one) => one.id === id && one.isCurrent);
  return { id, email, isRevoked: tokenVersion > FIRST_TOKEN_VERSION && !isCurrent };
}
