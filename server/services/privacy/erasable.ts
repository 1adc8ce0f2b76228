import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { NEW_EMAIL_DAYS, type SkippedEnquiry } from '#shared/tracking/values.ts';

const WAIT_MS = NEW_EMAIL_DAYS * 24 * 60 * 60 * 1_000;

export type ErasableEnquiry = {
  conversationId: string;
  orderId: string | null;
  messageId: string | null;
};

/** `erasableFrom` is null under a legal hold. */
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
  tx: Transaction<DB>,
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
