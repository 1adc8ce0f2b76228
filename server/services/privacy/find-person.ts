import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { buildMessageReference, isAddress } from '#server/lib/sql-text.ts';
import { isMailTo, type Skipped } from './erase-enquiry.ts';
import { isMailHeld } from './retention-sources.ts';
import type { SkippedEnquiry } from '#shared/tracking/values.ts';

export type Enquiry = {
  conversationId: string;
  orderId: string | null;
  messageId: string | null;
  reference: string;
  receivedAt: Date;
  heldAt: Date | null;
  isSuspect: boolean;
  entries: number;
  files: number;
};

export function presentSkipped({ enquiry, ...why }: Skipped<Enquiry>): SkippedEnquiry {
  const { reference, orderId } = enquiry;
  const erasableFrom = why.erasableFrom?.toISOString() ?? null;
  return { kind: orderId === null ? 'message' : 'order', reference, ...why, erasableFrom };
}

async function makeConversations(db: Database, email: string): Promise<void> {
  for (const [table, column] of [
    ['orders', 'order_id'],
    ['contact_messages', 'message_id'],
  ] as const) {
    await sql`
      insert into conversations (id, ${sql.ref(column)})
      select gen_random_uuid(), lead.id from ${sql.table(table)} as lead
      where ${isAddress(email)}
        and not exists (select from conversations where ${sql.ref(column)} = lead.id)
      on conflict do nothing
    `.execute(db);
  }
}

/** Oldest first. Locks leads before conversations, each in one order. */
export async function findEnquiries(
  db: Database,
  email: string,
  { isLocked = false } = {},
): Promise<Enquiry[]> {
  await makeConversations(db, email);
  if (isLocked) {
    for (const table of ['orders', 'contact_messages']) {
      await sql`
        select id from ${sql.table(table)} where ${isAddress(email)} order by id for update
      `.execute(db);
    }
  }
  const { rows } = await sql<Enquiry>`
    select conversations.id as conversation_id, conversations.order_id, conversations.message_id,
      coalesce(
        (select reference from orders where id = conversations.order_id),
        (select ${buildMessageReference()} from contact_messages where id = conversations.message_id)
      ) as reference, min(lead.created_at) as received_at, held_at,
      bool_or(lead.is_suspect) as is_suspect,
      (select count(*) from conversation_entries where conversation_id = conversations.id) as entries,
      (select count(*) from order_attachments as file
        left join conversation_entries as entry on entry.id = entry_id
        where status = 'claimed' and (
          file.order_id = conversations.order_id or entry.conversation_id = conversations.id
        )) as files
    from (
      select id as order_id, null::uuid as message_id, created_at, is_suspect
      from orders where ${isAddress(email)}
      union all
      select null, id, created_at, is_suspect
      from contact_messages where ${isAddress(email)}
    ) as lead
    join conversations
      on conversations.order_id = lead.order_id or conversations.message_id = lead.message_id
    group by conversations.id order by received_at, conversations.id
  `.execute(db);
  if (isLocked && rows.length > 0) {
    await sql`
      select id from conversations where id = any(${rows.map((row) => row.conversationId)}::uuid[])
      order by id for update
    `.execute(db);
  }
  return rows;
}

/** `held`: kept by a legal hold. */
export async function countMails(
  db: Database,
  email: string,
  enquiries: readonly Pick<Enquiry, 'conversationId'>[],
): Promise<{ all: number; held: number }> {
  const ids = enquiries.map(({ conversationId }) => conversationId);
  const { rows } = await sql<{ all: number; held: number }>`
    select count(*) as all, count(*) filter (where ${isMailHeld}) as held from outbox_mails
    where conversation_id = any(${ids}::uuid[]) or ${isMailTo(email)}
  `.execute(db);
  return rows[0] ?? { all: 0, held: 0 };
}
