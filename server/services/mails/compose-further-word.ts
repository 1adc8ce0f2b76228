import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { MailContent } from '#server/mail/templates/content.ts';
import { furtherWordNotice } from '#server/mail/templates/enquiry-mails.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { INBOUND_MARKS } from '#shared/mails/inbound-messages.ts';
import { leftOutMessage } from '#shared/orders/messages.ts';
import type { InboundDetail } from '#server/services/conversations/index.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';

type Row = {
  orderId: string | null;
  messageId: string | null;
  reference: string | null;
  name: string;
  body: string | null;
  fileNames: string[];
  detail: InboundDetail;
  dueAt: Date | null;
};

export async function composeFurtherWord(
  { db, siteUrl }: { db: Kysely<DB>; siteUrl: string },
  conversationId: string,
): Promise<MailContent | null> {
  const { rows } = await sql<Row>`
    select conversations.order_id, conversations.message_id, orders.reference,
      coalesce(orders.full_name, contact_messages.name) as name, entry.body, entry.detail, due_at,
      array(
        select original_name from order_attachments
        where entry_id = entry.id and status = 'claimed' order by order_attachments.id
      ) as file_names
    from conversations
    join conversation_entries as entry
      on entry.conversation_id = conversations.id and entry.kind = 'inbound'
    left join orders on orders.id = conversations.order_id
    left join contact_messages on contact_messages.id = conversations.message_id
    where conversations.id = ${conversationId}
    order by entry.created_at desc, entry.id desc limit 1
  `.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { name, body, fileNames, detail, dueAt } = row;
  const { marks = [], rejectedFiles = [], omissions = [] } = detail;
  const notes = [
    ...marks.map((mark) => `${INBOUND_MARKS[mark].label}. ${INBOUND_MARKS[mark].hint}`),
    ...[...rejectedFiles, ...omissions].map(({ name, reason }) => leftOutMessage(name, reason)),
  ];
  const word = { enquiry: nameEnquiry(row), name, body: body ?? '', fileNames, notes, dueAt };
  const { timeZone } = await findOfficeHours({ db });
  return furtherWordNotice(word, { siteUrl, timeZone });
}
