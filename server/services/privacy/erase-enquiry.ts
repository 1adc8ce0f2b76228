import { sql } from 'kysely';
import type { Database, Transaction } from '#server/context/context.ts';
import { NEW_EMAIL_DAYS, type SkippedEnquiry } from '#shared/tracking/values.ts';
import { announceChange } from '#server/db/announce.ts';
import { removeSearchesOf } from '#server/services/contact-audit/index.ts';
import { isMailHeld } from './retention-sources.ts';
import { removeFiltersOf } from '#server/services/saved-filters/index.ts';
import { foldAddress, isAddress } from '#server/lib/sql-text.ts';

const WAIT_MS = NEW_EMAIL_DAYS * 24 * 60 * 60 * 1_000;

export type ErasableEnquiry = {
  conversationId: string;
  orderId: string | null;
  messageId: string | null;
};

export type Skipped<E> = {
  enquiry: E;
  reason: SkippedEnquiry['reason'];
  erasableFrom: Date | null;
};

/** The former address may object for some days after a change. */
export async function findErasableFrom(
  db: Database,
  conversationIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; changedAt: Date }>`
    select conversation_id as id, max(created_at) as changed_at from conversation_entries
    where conversation_id = any(${[...conversationIds]}::uuid[])
      and (detail ? 'formerEmail' or kind = 'restored')
      and created_at > ${new Date(now.getTime() - WAIT_MS)}
    group by conversation_id
  `.execute(db);
  return new Map(rows.map(({ id, changedAt }) => [id, new Date(changedAt.getTime() + WAIT_MS)]));
}

export async function splitErasable<E extends ErasableEnquiry>(
  tx: Transaction,
  enquiries: readonly E[],
  now: Date,
): Promise<{ erasable: E[]; skipped: Skipped<E>[] }> {
  const ids = enquiries.map(({ conversationId }) => conversationId);
  const dates = await findErasableFrom(tx, ids, now);
  const { rows: held } = await sql<{ id: string }>`
    select id from conversations where id = any(${ids}::uuid[]) and held_at is not null
  `.execute(tx);
  const erasable: E[] = [];
  const skipped: Skipped<E>[] = [];
  for (const enquiry of enquiries) {
    const erasableFrom = dates.get(enquiry.conversationId);
    if (erasableFrom) skipped.push({ enquiry, reason: 'readdressed', erasableFrom });
    else if (held.some(({ id }) => id === enquiry.conversationId)) {
      skipped.push({ enquiry, reason: 'held', erasableFrom: null });
    } else erasable.push(enquiry);
  }
  return { erasable, skipped };
}

type ErasedIds = {
  conversationIds: readonly string[];
  orderIds: readonly string[];
  messageIds: readonly string[];
};

type Person = { address: string; name: string };

async function findPeople(
  tx: Transaction,
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

async function withoutEnquiries(tx: Transaction, people: readonly Person[]) {
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
  tx: Transaction,
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
  tx: Transaction,
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
