import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import type { OutgoingMail } from '#server/mail/mail.ts';
import { ENQUIRY_REFERENCE } from '#server/lib/sql-text.ts';
import { VISITOR_MAILS } from '#server/mail/outbox/outbox.ts';
import { furtherWordNotice, replyContent } from '#server/mail/templates/enquiry-mails.ts';
import { getClock } from '#shared/company/to-company.ts';
import type { CopySources, MailContent, MailSender } from '#server/mail/templates/content.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { readCompared } from '#server/storage/compared-store.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { INBOUND_MARKS } from '#shared/mails/inbound-messages.ts';
import { leftOutMessage } from '#shared/orders/messages.ts';
import type { InboundDetail } from '#server/services/conversations/index.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';

/** Keeps the header short. */
const MAX_REFERENCES = 20;

type ReplyRow = {
  body: string;
  orderId: string | null;
  messageId: string | null;
  reference: string;
  visitorsWords: string | null;
  leftOutFiles: { name: string; reason: string }[];
};

export async function composeReply(
  { db, ...sources }: { db: Database } & CopySources,
  { entryId, trackingUrl }: { entryId: string; trackingUrl: string | null },
): Promise<MailContent | null> {
  const { rows } = await sql<ReplyRow>`
    select entry.body, conversations.order_id, conversations.message_id,
      ${ENQUIRY_REFERENCE} as reference,
      coalesce(
        (select word.body from conversation_entries as word
          where word.conversation_id = entry.conversation_id and word.kind = 'inbound'
            and word.created_at < entry.created_at
          order by word.created_at desc limit 1),
        contact_messages.message, orders.project_description
      ) as visitors_words,
      (
        select coalesce(json_agg(file order by word.created_at), '[]')
        from conversation_entries as word, jsonb_array_elements(word.detail -> 'rejectedFiles') as file
        where word.conversation_id = entry.conversation_id and word.kind = 'inbound'
          and word.via = 'mail' and not word.detail ?| array['marks', 'filesPending']
          and word.created_at < entry.created_at and not exists (
            select from conversation_entries as earlier
            where earlier.conversation_id = entry.conversation_id and earlier.kind = 'reply'
              and earlier.via = 'panel' and earlier.created_at >= word.created_at
              and earlier.created_at < entry.created_at
          )
      ) as left_out_files
    from conversation_entries as entry
    join conversations on conversations.id = entry.conversation_id
    left join orders on orders.id = conversations.order_id
    left join contact_messages on contact_messages.id = conversations.message_id
    where entry.id = ${entryId}
  `.execute(db);
  const [row] = rows;
  return row ? replyContent({ ...row, enquiry: nameEnquiry(row) }, trackingUrl, sources) : null;
}

type Thread = Pick<OutgoingMail, 'inReplyTo' | 'references'>;

async function readThread(db: Database, entryId: string): Promise<Thread> {
  const { rows } = await sql<{ messageId: string }>`
    with reply as (
      select conversation_id, created_at from conversation_entries where id = ${entryId}
    )
    select message_id from (
      select mail.message_id, mail.created_at from outbox_mails as mail
      join reply on mail.conversation_id = reply.conversation_id
      where mail.kind = any(${[...VISITOR_MAILS]}::text[]) and mail.message_id is not null
        and mail.status in ('sent', 'bounced') and mail.entry_id is distinct from ${entryId}
      union all
      select entry.mail_message_id, entry.created_at from conversation_entries as entry
      join reply on entry.conversation_id = reply.conversation_id
      where entry.mail_message_id is not null and entry.created_at < reply.created_at
    ) as earlier
    order by created_at desc limit ${MAX_REFERENCES}
  `.execute(db);
  const [latest] = rows;
  if (!latest) return {};
  const references = rows.map(({ messageId }) => messageId).toReversed();
  return { inReplyTo: latest.messageId, references };
}

export async function readReplyParts(
  {
    db,
    storage,
    signal,
  }: { db: Database; storage: Pick<FileStorage, 'open'>; signal: AbortSignal },
  entryId: string,
): Promise<Partial<OutgoingMail>> {
  const files = await db
    .selectFrom('orderAttachments')
    .select(['path', 'originalName', 'contentType', 'sha256'])
    .where('entryId', '=', entryId)
    .where('status', '=', 'claimed')
    .orderBy('id')
    .execute();
  const attachments = [];
  for (const { path, originalName, contentType, sha256 } of files) {
    const file = await storage.open(path);
    if (!file) throw new Error(`a file of the reply ${entryId} is not in the store`);
    const content = await buffer(addAbortSignal(signal, readCompared(file.stream, sha256)));
    attachments.push({ filename: originalName, contentType, content });
  }
  return { ...(await readThread(db, entryId)), attachments, isPersonal: true };
}

type Row = {
  orderId: string | null;
  messageId: string | null;
  reference: string;
  name: string;
  body: string | null;
  fileNames: string[];
  detail: InboundDetail;
  dueAt: Date | null;
};

export async function composeFurtherWord(
  { db, siteUrl, company }: { db: Database } & Pick<MailSender, 'siteUrl' | 'company'>,
  conversationId: string,
): Promise<MailContent | null> {
  const { rows } = await sql<Row>`
    select conversations.order_id, conversations.message_id,
      ${ENQUIRY_REFERENCE} as reference,
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
  return furtherWordNotice(word, { siteUrl, ...getClock(timeZone, company) });
}
