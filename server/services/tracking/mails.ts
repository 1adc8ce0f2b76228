import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { ENQUIRY_REFERENCE, foldAddress, isAddress } from '#server/lib/sql-text.ts';
import type { MailedLinks } from '#server/mail/templates/tracking-mails.ts';
import { hashAddress, trackingTokenOf } from '#server/services/conversations/index.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { MAX_MAILED_LINKS, trackingPath } from '#shared/tracking/values.ts';
import { enqueueMails } from '#server/mail/outbox/outbox.ts';

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
      ENQUIRY_REFERENCE.as('reference'),
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

/** Hides whether an address is known. */
const RESPONSE_MS = 400;

export async function askForLink(ctx: ServiceContext, email: string): Promise<void> {
  await Promise.all([mailLinks(ctx, email), pause(RESPONSE_MS)]);
}

async function mailLinks(ctx: ServiceContext, email: string): Promise<void> {
  const id = hashAddress(ctx.trackKey, email);
  await withTransaction(ctx, async (tx) => {
    const now = ctx.now();
    const asked = await sql`
      insert into tracking_link_requests (id, asked_at) values (${id}, ${now})
      on conflict (id) do update set asked_at = excluded.asked_at
        where tracking_link_requests.asked_at <= excluded.asked_at - interval '1 hour'
      returning id
    `.execute(tx);
    if (asked.rows.length === 0) return;
    // Waits for concurrent erasures, which the email would outlive.
    for (const table of ['orders', 'contact_messages']) {
      await sql`
        select from ${sql.table(table)} where ${isAddress(email)} order by id for key share
      `.execute(tx);
    }
    const leads = (table: string, column: string) => sql`
      (select conversations.id, email, lead.created_at
      from ${sql.table(table)} as lead join conversations on ${sql.ref(column)} = lead.id
      where ${isAddress(email)} and not is_suspect
      order by lead.created_at desc limit ${MAX_MAILED_LINKS})
    `;
    const { rows } = await sql<{ id: string; email: string }>`
      select id, (array_agg(email order by created_at desc))[1] as email
      from (${leads('orders', 'order_id')} union all
        ${leads('contact_messages', 'message_id')}) as lead
      group by id order by max(created_at) desc limit ${MAX_MAILED_LINKS}
    `.execute(tx);
    const [newest] = rows;
    if (!newest) return;
    const payload = { conversationIds: rows.map((row) => row.id) };
    await enqueueMails(tx, [{ kind: 'tracking.link', recipient: newest.email, payload }]);
  });
}
