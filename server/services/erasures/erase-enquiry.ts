import { sql, type Transaction } from 'kysely';
import { announceChange } from '#server/db/announce.ts';
import { removeSearchesOf } from '#server/services/contact-audit/index.ts';
import { removeFiltersOf } from '#server/services/saved-filters/index.ts';
import type { DB } from '#server/db/types.ts';

/** What an enquiry consists of; a lead that came in by other ways than the forms may have no conversation. */
export type ErasedIds = {
  conversationIds: readonly string[];
  orderIds: readonly string[];
  messageIds: readonly string[];
};

type Person = { address: string; name: string };

async function findPeople(
  tx: Transaction<DB>,
  { orderIds, messageIds }: Pick<ErasedIds, 'orderIds' | 'messageIds'>,
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select lower(email) as address, full_name as name from orders
    where id = any(${[...orderIds]}::uuid[])
    union
    select lower(email), name from contact_messages where id = any(${[...messageIds]}::uuid[])
  `.execute(tx);
  return rows;
}

/** The addresses of which there is no enquiry any more, and the names under them. */
async function withoutEnquiries(tx: Transaction<DB>, people: readonly Person[]) {
  const { rows } = await sql<{ address: string }>`
    select address from unnest(${people.map(({ address }) => address)}::text[]) as address
    where not exists (select from orders where lower(email) = address)
      and not exists (select from contact_messages where lower(email) = address)
  `.execute(tx);
  const addresses = rows.map(({ address }) => address);
  const names = people.filter(({ address }) => addresses.includes(address)).map(({ name }) => name);
  return { addresses, names };
}

/**
 * Erases enquiries: their leads with their history, the conversations with their entries, mails and requests, and their files, whose bytes the clean-up
 * of uploads removes. The audit of contact data stays: it names nothing but ids, except in what administrators searched for. That goes with the last enquiry of an
 * address where it names the address or a name under it, and so do saved filters. Nothing happens where all of that has gone. Whoever calls it has
 * locked what there is, and knows that none is on hold: the database rejects the deletion of one that is.
 */
export async function eraseEnquiries(
  tx: Transaction<DB>,
  { conversationIds, orderIds, messageIds }: ErasedIds,
): Promise<void> {
  const people = await findPeople(tx, { orderIds, messageIds });
  // Of mails from before there were conversations, and those that name several.
  await sql`
    delete from outbox_mails
    where conversation_id is null and (
      payload->>'orderId' = any(${[...orderIds]}::text[])
      or payload->>'messageId' = any(${[...messageIds]}::text[])
      or payload->'conversationIds' ?| ${[...conversationIds]}::text[]
    )
  `.execute(tx);
  // A conversation goes with the last of its leads, and takes the rest along.
  await sql`delete from orders where id = any(${[...orderIds]}::uuid[])`.execute(tx);
  await sql`delete from contact_messages where id = any(${[...messageIds]}::uuid[])`.execute(tx);
  const gone = await withoutEnquiries(tx, people);
  await removeFiltersOf(tx, gone);
  await removeSearchesOf(tx, gone);
  for (const table of ['orders', 'contact_messages', 'conversations']) {
    await announceChange(tx, table);
  }
}

/** Whether `mail` went to who sent an enquiry, not to an administrator who has the same address. */
export const isToSender = sql<boolean>`
  ((mail.conversation_id is not null or mail.kind = 'tracking.link') and mail.kind <> 'promise.reminder')
`;

/**
 * Removes what was sent to an address, until an instant, about enquiries that have another one by now, but for those on legal hold; nothing where an
 * enquiry still has the address. Returns whether there was any.
 */
export async function removeMailsTo(
  tx: Transaction<DB>,
  address: string,
  until = 'infinity',
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from outbox_mails as mail
    where lower(recipient) = lower(${address}) and ${isToSender} and created_at <= ${until}::timestamptz
      and not exists (select from orders where lower(email) = lower(${address}))
      and not exists (select from contact_messages where lower(email) = lower(${address}))
      and not exists (
        select from conversations where id = mail.conversation_id and held_at is not null
      )
  `.execute(tx);
  return numAffectedRows > 0n;
}
