import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { foldAddress } from '#server/lib/sql-text.ts';
import type { MailedLinks } from '#server/mail/templates/tracking-mails.ts';
import { trackingTokenOf } from '#server/services/conversations/index.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { trackingPath } from '#shared/tracking/values.ts';

type ReadFor = { db: Database; siteUrl: string; trackKey: Buffer; recipient: string };

/** A working link is only for the address on record. */
function selectOwn({ db, recipient }: Pick<ReadFor, 'db' | 'recipient'>) {
  return db
    .selectFrom('conversations')
    .leftJoin('orders', 'orders.id', 'orderId')
    .leftJoin('contactMessages', 'contactMessages.id', 'messageId')
    .where(
      foldAddress(sql`coalesce(orders.email, contact_messages.email)`),
      '=',
      foldAddress(recipient),
    );
}

export async function findTrackingUrl(
  { db, siteUrl, trackKey, recipient }: ReadFor,
  [column, id]: ['orderId' | 'messageId' | 'entryId', string],
): Promise<string | null> {
  const conversation = await selectOwn({ db, recipient })
    .select(['conversations.id', 'tokenVersion'])
    .where((where) =>
      column === 'entryId'
        ? where(
            'conversations.id',
            '=',
            where.selectFrom('conversationEntries').select('conversationId').where('id', '=', id),
          )
        : where(column, '=', id),
    )
    .executeTakeFirst();
  return conversation
    ? `${siteUrl}${trackingPath(trackingTokenOf({ trackKey }, conversation))}`
    : null;
}

/** Newest first; null when none is left. */
export async function readMailedLinks(
  { db, siteUrl, trackKey, recipient }: ReadFor,
  conversationIds: readonly string[],
): Promise<MailedLinks | null> {
  const rows = await selectOwn({ db, recipient })
    .select([
      'conversations.id',
      'tokenVersion',
      'orderId',
      'messageId',
      'reference',
      'orders.createdAt as orderedAt',
      'contactMessages.createdAt as sentAt',
    ])
    .where('conversations.id', 'in', conversationIds)
    .execute();
  const links = rows.flatMap((row) => {
    const receivedAt = row.orderedAt ?? row.sentAt;
    const url = `${siteUrl}${trackingPath(trackingTokenOf({ trackKey }, row))}`;
    return receivedAt ? [{ enquiry: nameEnquiry(row), receivedAt, url }] : [];
  });
  return links.length === 0
    ? null
    : { links: links.toSorted((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime()) };
}
