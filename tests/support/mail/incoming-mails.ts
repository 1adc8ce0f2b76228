import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { readRow, updateRows } from '#tests/support/database/rows.ts';
import { sendMessage } from '#tests/support/privacy/sent-enquiries.ts';

type Mail = {
  from?: string;
  to?: string;
  messageId?: string;
  inReplyTo?: string;
  references?: string;
  headers?: readonly string[];
  text?: string;
  files?: readonly { name: string; content: Buffer }[];
};

/** A mail as it comes in. */
export function buildMail({
  from = 'visitor@example.com',
  to = 'hello@vitrin.example',
  messageId = `<${randomUUID()}@example.com>`,
  inReplyTo,
  references,
  headers = [],
  text = 'Yes, on Tuesday.',
  files = [],
}: Mail = {}): string {
  const head = [
    `From: Visitor <${from}>`,
    `To: ${to}`,
    `Message-ID: ${messageId}`,
    ...(/^Subject:/m.test(headers.join('\n')) ? [] : ['Subject: Re: We have your message']),
    'MIME-Version: 1.0',
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`] : []),
    ...(references ? [`References: ${references}`] : []),
    ...headers,
  ];
  if (files.length === 0) {
    return [...head, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n');
  }
  const parts = files.flatMap(({ name, content }) => [
    '--edge',
    `Content-Type: application/octet-stream; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    content.toString('base64'),
  ]);
  head.push('Content-Type: multipart/mixed; boundary=edge', '', '--edge');
  head.push('Content-Type: text/plain; charset=utf-8', '', text);
  return [...head, ...parts, '--edge--', ''].join('\r\n');
}

/** What a mail server reports of a mail of ours. */
export function buildReport(
  messageId: string,
  { action = 'failed', status = '5.1.1' } = {},
): string {
  return [
    'From: MAILER-DAEMON@example.com',
    'To: hello@vitrin.example',
    'Return-Path: <>',
    `Message-ID: <${randomUUID()}@mx.example.com>`,
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=edge',
    '',
    '--edge',
    'Content-Type: text/plain',
    '',
    'Your mail did not arrive.',
    '--edge',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    'Final-Recipient: rfc822; visitor@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 no such user here',
    '',
    '--edge',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    'Subject: We have your message',
    '',
    '--edge--',
    '',
  ].join('\r\n');
}

/** A message of a visitor whose receipt has been sent. */
export async function buildMailedConversation(ctx: ServiceContext) {
  const { id: leadId, email, conversationId: id } = await sendMessage(ctx);
  const messageId = sql<string>`'<' || id || '@vitrin.example>'`;
  const sent = { status: 'sent', sentAt: new Date(), transport: 'smtp', messageId } as const;
  await updateRows(ctx.db, 'outboxMails', { conversationId: id }, sent as object);
  const find = async (kind: string) => {
    const mail = { conversationId: id, kind };
    const row = await readRow(ctx.db, 'outboxMails', ['id', 'messageId'], mail);
    return { id: row.id, messageId: row.messageId ?? '' };
  };
  const receipt = await find('messages.confirmation');
  return { id, leadId, email, receipt, notice: await find('messages.notify-team') };
}

export function readInboundEntries(db: Kysely<DB>, conversationId: string) {
  return db
    .selectFrom('conversationEntries')
    .select(['id', 'kind', 'body', 'quoted', 'via', 'detail', 'mailMessageId'])
    .where('conversationId', '=', conversationId)
    .orderBy('createdAt')
    .execute();
}
