import type { ServiceContext } from '#server/context.ts';
import type { IncomingMail } from '#server/documents/tasks.ts';
import { ServiceError } from '#server/errors.ts';
import { LIMITS } from '#server/limits.ts';
import { type MailHead, readHead } from '#server/mail/inbox/head.ts';
import {
  type InboundDetail,
  recordAutoReply,
  recordInbound,
} from '#server/services/conversations/index.ts';
import { INBOUND_MESSAGES as messages } from '#shared/mails/inbound-messages.ts';
import { findConversation, type FoundConversation } from './find-conversation.ts';
import { recordReport } from './record-bounce.ts';
import { storeFiles } from './store-files.ts';

/** Who we are: their mails are never a visitor's, unless a visitor has that address. In small letters. */
export type Recipients = { addresses: readonly string[] };

export type ArrivedMail = {
  /** Its beginning, or all of it. */
  source: Buffer;
  /** Of all of it, in bytes. */
  size: number;
  readAll(): Promise<Buffer>;
  /** Too many tries to take it have failed: it is only named. */
  isGivenUp?: boolean;
};

/** What came of a mail; nothing comes of one that is `unknown`. */
export type Outcome =
  | 'recorded'
  | 'auto-reply'
  | 'bounced'
  | 'delayed'
  | 'known'
  | 'ours'
  | 'too-many'
  | 'unknown';

const MAX_AUTO_REPLY = 1_000;
const HOUR_MS = 60 * 60_000;

/**
 * Takes a mail into the conversation that it belongs to, once however often it comes, or records what it says of a mail of ours. A mail that is too large
 * or too complex to be read is named in the conversation: somebody waits for an answer all the same.
 */
export async function receiveMail(
  ctx: ServiceContext,
  recipients: Recipients,
  mail: ArrivedMail,
): Promise<Outcome> {
  const head = readHead(mail.source);
  if (head.isReport) return receiveReport(ctx, head, mail);
  const conversation = await findConversation(ctx, head);
  if (conversation === null) return 'unknown';
  if (await isKnown(ctx, head.messageId)) return 'known';
  if (isOurs(recipients, conversation, head.from)) return 'ours';
  if (await isFlood(ctx, conversation)) {
    ctx.log.warn(
      { conversation: conversation.id },
      'a sender writes too often: the mail is left in the mailbox',
    );
    return 'too-many';
  }
  return record(ctx, conversation, head, await readContent(ctx, mail, head.from));
}

async function receiveReport(
  ctx: ServiceContext,
  head: MailHead,
  mail: ArrivedMail,
): Promise<Outcome> {
  if (mail.size > LIMITS.incomingMailBytes) return 'unknown';
  const content = await readContent(ctx, mail, head.from);
  return content.report === null ? 'unknown' : recordReport(ctx, head, content.report);
}

async function isKnown({ db }: ServiceContext, messageId: string): Promise<boolean> {
  const known = await db
    .selectFrom('conversationEntries')
    .select('id')
    .where('mailMessageId', '=', messageId)
    .executeTakeFirst();
  return known !== undefined;
}

function isOurs({ addresses }: Recipients, { email }: FoundConversation, from: string): boolean {
  return from !== email && addresses.includes(from);
}

async function isFlood({ db, now }: ServiceContext, { id }: FoundConversation): Promise<boolean> {
  const { count } = await db
    .selectFrom('conversationEntries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversationId', '=', id)
    .where('kind', 'in', ['inbound', 'auto-reply'])
    .where('via', '=', 'mail')
    .where('createdAt', '>', new Date(now().getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  return count >= LIMITS.incomingMailsPerHour;
}

function placeholder(from: string, text: string): IncomingMail {
  return { from, subject: '', text, quoted: null, files: [], filesLeftOut: 0, report: null };
}

async function readContent(
  ctx: ServiceContext,
  mail: ArrivedMail,
  from: string,
): Promise<IncomingMail> {
  const { size } = mail;
  if (size > LIMITS.incomingMailBytes) {
    ctx.log.warn({ size }, 'a mail is too large to be read');
    return placeholder(from, messages.tooLarge(Math.ceil(size / 1024 / 1024)));
  }
  if (mail.isGivenUp) return placeholder(from, messages.unreadable);
  const source = await mail.readAll();
  try {
    return await ctx.documents.readMail(source);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'UNPROCESSABLE') throw error;
    ctx.log.warn({ size, error }, 'a mail is too complex to be read');
    return placeholder(from, messages.unreadable);
  }
}

async function record(
  ctx: ServiceContext,
  { id, email }: FoundConversation,
  { messageId, isAutomatic }: MailHead,
  content: IncomingMail,
): Promise<Outcome> {
  const { from, text, quoted, files } = content;
  const detail: InboundDetail = from === email ? {} : { otherAddress: from };
  const mailMessageId = messageId;
  if (isAutomatic) {
    const body = text.slice(0, MAX_AUTO_REPLY).toWellFormed();
    const entry = await recordAutoReply(ctx, { id }, { body, mailMessageId, detail });
    return entry === null ? 'known' : 'auto-reply';
  }
  const { rejectedFiles, ...stored } = await storeFiles(ctx, messageId, content);
  const entry = await recordInbound(
    ctx,
    { id },
    {
      via: 'mail',
      body: text === '' && files.length === 0 ? messages.noText : text,
      quoted,
      mailMessageId,
      detail: { ...detail, ...(rejectedFiles.length > 0 && { rejectedFiles }) },
      files: stored,
    },
  );
  return entry === null ? 'known' : 'recorded';
}
