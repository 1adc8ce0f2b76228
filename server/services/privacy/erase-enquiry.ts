import { sql, type Transaction } from 'kysely';
import { announceChange } from '#server/db/announce.ts';
import { removeSearchesOf } from '#server/services/contact-audit/index.ts';
import { isMailHeld } from './retention-sources.ts';
import { removeFiltersOf } from '#server/services/saved-filters/index.ts';
import type { DB } from '#server/db/types.ts';
import { foldAddress, isAddress } from '#server/lib/sql-text.ts';

/** An imported lead may have no conversation. */
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
    select ${foldAddress(sql`email`)} as address, full_name as name from orders
    where id = any(${[...orderIds]}::uuid[])
    union
    select ${foldAddress(sql`email`)}, name from contact_messages where id = any(${[...messageIds]}::uuid[])
  `.execute(tx);
  return rows;
}

async function withoutEnquiries(tx: Transaction<DB>, people: readonly Person[]) {
  const { rows } = await sql<{ address: string }>`
    select address from unnest(${people.map(({ address }) => address)}::text[]) as address
    where not exists (select from orders where ${foldAddress(sql`email`)} = ${foldAddress(sql`address`)})
      and not exists (select from contact_messages where ${foldAddress(sql`email`)} = ${foldAddress(sql`address`)})
  `.execute(tx);
  const addresses = rows.map(({ address }) => address);
  const names = people.filter(({ address }) => addresses.includes(address)).map(({ name }) => name);
  return { addresses, names };
}

/** Also removes searches and filters that name a person without other enquiries. The caller holds the locks and has checked legal holds. */
export async function eraseEnquiries(
  tx: Transaction<DB>,
  { conversationIds, orderIds, messageIds }: ErasedIds,
): Promise<void> {
  const people = await findPeople(tx, { orderIds, messageIds });
  // Mails without a conversation, and those that name several.
  await sql`
    delete from outbox_mails
    where conversation_id is null and not ${isMailHeld} and (
      payload->>'orderId' = any(${[...orderIds]}::text[])
      or payload->>'messageId' = any(${[...messageIds]}::text[])
      or payload->'conversationIds' ?| ${[...conversationIds]}::text[]
    )
  `.execute(tx);
  // A conversation is deleted with its last lead.
  await sql`delete from orders where id = any(${[...orderIds]}::uuid[])`.execute(tx);
  await sql`delete from contact_messages where id = any(${[...messageIds]}::uuid[])`.execute(tx);
  const gone = await withoutEnquiries(tx, people);
  await removeFiltersOf(tx, gone);
  await removeSearchesOf(tx, gone);
  for (const table of ['orders', 'contact_messages', 'conversations']) {
    await announceChange(tx, table);
  }
}

/** Mails sent to the address as that of an enquirer, not of an administrator. */
export const isMailTo = (address: string) => sql<boolean>`(
  ${isAddress(address, 'outbox_mails.recipient')} and outbox_mails.kind <> 'promise.reminder'
  and (outbox_mails.conversation_id is not null or outbox_mails.kind = 'tracking.link')
)`;

/** Does nothing while the address has enquiries; mails and requests on hold stay. Returns whether there were mails. */
export async function removeTracesOf(
  tx: Transaction<DB>,
  email: string,
  until = 'infinity',
): Promise<boolean> {
  const { addresses } = await withoutEnquiries(tx, [{ address: email, name: '' }]);
  if (addresses.length === 0) return false;
  const { numAffectedRows = 0n } = await sql`
    delete from outbox_mails
    where ${isMailTo(email)} and created_at <= ${until}::timestamptz and not ${isMailHeld}
  `.execute(tx);
  await sql`
    delete from tracking_requests
    where ${isAddress(email)} and created_at <= ${until}::timestamptz and not exists (
      select from conversations where id = conversation_id and held_at is not null
    )
  `.execute(tx);
  await removeFiltersOf(tx, { addresses, names: [] });
  await removeSearchesOf(tx, { addresses, names: [] });
  return numAffectedRows > 0n;
}
