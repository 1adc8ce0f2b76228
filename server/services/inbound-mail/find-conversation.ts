import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { MailHead } from '#server/mail/inbox/head.ts';
import { findReplyTokens } from '#server/mail/inbox/reply-address.ts';
import { VISITOR_MAILS } from '#server/mail/outbox.ts';

/** The conversation that a mail belongs to, and the visitor's address on record in small letters. */
export type FoundConversation = { id: string; email: string };

const UUID = /^<([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})@/u;

/** The ids of the outbox's rows that Message-IDs were made of. */
export function mailIdsOf(messageIds: readonly string[]): string[] {
  return messageIds.flatMap((messageId) => UUID.exec(messageId)?.[1] ?? []);
}

/**
 * Finds the conversation by the signed address that a mail was sent to, else by the nearest mail that it answers: one of ours to the visitor, or an
 * earlier one of theirs. A mail that answers what the team got belongs to no visitor.
 */
export async function findConversation(
  { db, trackKey }: ServiceContext,
  { recipients, references }: Pick<MailHead, 'recipients' | 'references'>,
): Promise<FoundConversation | null> {
  const tokens = findReplyTokens(recipients, trackKey);
  if (tokens.length === 0 && references.length === 0) return null;
  const { rows } = await sql<FoundConversation>`
    select conversations.id, lower(coalesce(orders.email, contact_messages.email)) as email
    from (
      select token as conversation_id, 0 as place
      from unnest(${tokens}::uuid[]) as token
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
  `.execute(db);
  return rows[0] ?? null;
}
