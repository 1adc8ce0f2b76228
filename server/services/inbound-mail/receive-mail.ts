import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { messageIdsOf } from '#server/documents/mail/delivery-report.ts';
import type { IncomingMail } from '#server/documents/tasks/tasks.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { isVacationSubject, type MailHead, readHead } from '#server/mail/inbox/head.ts';
import {
  type InboundDetail,
  type InboundSender,
  recordAutoReply,
  recordInbound,
  recordLateFiles,
  recordLeftOut,
} from '#server/services/conversations/index.ts';
import { INBOUND_MESSAGES as messages, type InboundMark } from '#shared/mails/inbound-messages.ts';
import { findConversation, type FoundConversation, mailIdsOf } from './find-conversation.ts';
import { recordReport } from './record-bounce.ts';
import { storeFiles } from './store-files.ts';

/** The agency's own addresses in lower case. Their emails count only where a visitor has that address or a group replaced the sender. */
export type Recipients = { addresses: readonly string[] };

export type ArrivedMail = {
  source: Buffer;
  size: number;
  read(maxBytes: number): Promise<Buffer>;
  /** After too many failed attempts only its existence is recorded. */
  isGivenUp?: boolean;
  /** No longer waits for unavailable files. */
  isLastTry?: boolean;
  /** Retried when it seems too complex: on a busy machine any email does. */
  isReadAgain?: boolean;
  /** Counts a delivery report; false when there were too many. */
  takeReport?: () => boolean;
};

/** `unknown`: ignored. `pending`: must come again, since its files are not stored yet. */
export type Outcome =
  | 'recorded'
  | 'pending'
  | 'auto-reply'
  | 'bounced'
  | 'delayed'
  | 'known'
  | 'ours'
  | 'too-many'
  | 'unknown';

const MAX_AUTO_REPLY = 1_000;
const NO_FILES = { formKey: '', paths: [] };
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Idempotent. An email that is unreadable, or whose files cannot be stored yet, is recorded all the same: its sender expects a response. */
export async function receiveMail(
  ctx: ServiceContext,
  recipients: Recipients,
  mail: ArrivedMail,
): Promise<Outcome> {
  const head = readHead(mail.source);
  if (head.isReport) return receiveReport(ctx, head, mail);
  const conversation = await findConversation(ctx, head);
  if (conversation === null) return 'unknown';
  const known = await findEntry(ctx, conversation, head);
  if (known) {
    return known.hasPendingFiles
      ? addFiles(ctx, mail, head, { ...known, conversationId: conversation.id })
      : 'known';
  }
  const from = findSender(recipients, head);
  if (from !== conversation.email && recipients.addresses.includes(from)) return 'ours';
  const sender = describeSender(conversation, head, from);
  if (await isFlood(ctx, conversation, sender)) {
    ctx.log.warn(
      { conversation: conversation.id },
      'a sender writes too often: the mail is left in the mailbox',
    );
    await recordLeftOut(ctx, conversation, messages.tooMany(isVisitor(sender)));
    return 'too-many';
  }
  return record(ctx, conversation, { mail, head, sender });
}

async function receiveReport(
  ctx: ServiceContext,
  head: MailHead,
  mail: ArrivedMail,
): Promise<Outcome> {
  if (mail.isGivenUp) return 'unknown';
  const source = await mail.read(LIMITS.incomingReportBytes);
  const ids = [...head.references.slice(0, 1), ...messageIdsOf(source)];
  if (!(await isAboutOurs(ctx, ids))) return 'unknown';
  if (mail.takeReport?.() === false) {
    ctx.log.warn('too many delivery reports come in: one is left in the mailbox');
    return 'too-many';
  }
  const content = await readSource(ctx, mail, source);
  return content?.report ? recordReport(ctx, head, content.report) : 'unknown';
}

/** Anyone can send a report that names no email of ours. */
async function isAboutOurs({ db }: ServiceContext, messageIds: string[]): Promise<boolean> {
  const ids = mailIdsOf(messageIds);
  if (ids.length === 0) return false;
  const mail = await db
    .selectFrom('outboxMails')
    .select('id')
    .where('id', 'in', ids)
    .executeTakeFirst();
  return mail !== undefined;
}

type KnownEntry = {
  id: string;
  hasPendingFiles: boolean;
  rejectedFiles: NonNullable<InboundDetail['rejectedFiles']>;
};

async function findEntry(
  { db }: ServiceContext,
  { id }: FoundConversation,
  { messageId }: MailHead,
): Promise<KnownEntry | undefined> {
  return db
    .selectFrom('conversationEntries')
    .select([
      'id',
      // A Message-ID of another conversation adds nothing to it.
      sql<boolean>`conversation_id = ${id} and detail ? 'filesPending'`.as('hasPendingFiles'),
      sql<KnownEntry['rejectedFiles']>`coalesce(detail -> 'rejectedFiles', '[]')`.as(
        'rejectedFiles',
      ),
    ])
    .where('mailMessageId', '=', messageId)
    .executeTakeFirst();
}

/** Retries the files of a recorded email until the last attempt. */
async function addFiles(
  ctx: ServiceContext,
  mail: ArrivedMail,
  { messageId }: MailHead,
  { id: entryId, conversationId, rejectedFiles: pending }: KnownEntry & { conversationId: string },
): Promise<Outcome> {
  const { isGivenUp = false, isLastTry = false } = mail;
  const content = isGivenUp
    ? null
    : await readSource(ctx, mail, await mail.read(LIMITS.incomingMailBytes));
  if (content === null) {
    if (!isGivenUp && !isLastTry) return 'pending';
    const rejectedFiles = pending.map(({ name }) => ({ name, reason: messages.fileNotStored }));
    await recordLateFiles(ctx, { entryId, files: NO_FILES, rejectedFiles });
    return 'recorded';
  }
  const { isPending, rejectedFiles, ...files } = await storeFiles(ctx, messageId, content, {
    isLastTry,
    conversationId,
  });
  if (isPending) return 'pending';
  await recordLateFiles(ctx, { entryId, files, rejectedFiles });
  return 'recorded';
}

/** Uses the original sender where a group or forwarding rule replaced it with our address. */
function findSender({ addresses }: Recipients, { from, originalSenders }: MailHead): string {
  if (!addresses.includes(from)) return from;
  const isForeign = (address: string) => !addresses.includes(address.replace(/\+[^@]*@/u, '@'));
  return originalSenders.find(isForeign) ?? from;
}

function describeSender(
  { email, isRevoked }: FoundConversation,
  { isUnverified }: MailHead,
  from: string,
): InboundSender {
  const marks: InboundMark[] = isUnverified ? ['sender-not-verified'] : [];
  if (isRevoked) marks.push('revoked-address');
  return {
    ...(from !== email && { otherAddress: from || messages.noSender }),
    ...(marks.length > 0 && { marks }),
  };
}

function isVisitor({ otherAddress, marks }: InboundSender): boolean {
  return otherAddress === undefined && marks === undefined;
}

/** Others than the visitor have their own limit, so that they cannot silence the visitor. */
async function isFlood(
  { db, now }: ServiceContext,
  { id }: FoundConversation,
  sender: InboundSender,
): Promise<boolean> {
  const since = (ms: number) => new Date(now().getTime() - ms);
  const { otherAddress = null, marks } = sender;
  const isSender = sql<boolean>`
    detail ->> 'otherAddress' is not distinct from ${otherAddress} and (detail ? 'marks') = ${marks !== undefined}
  `;
  const isOther = sql<boolean>`detail ? 'otherAddress' or detail ? 'marks'`;
  const isOfHour = sql<boolean>`created_at > ${since(HOUR_MS)}`;
  const count = await db
    .selectFrom('conversationEntries')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(isSender).as('ofDay'),
      fn.countAll<number>().filterWhere(isSender).filterWhere(isOfHour).as('ofHour'),
      fn.countAll<number>().filterWhere(isOther).as('othersOfDay'),
      fn.countAll<number>().filterWhere(isOther).filterWhere(isOfHour).as('othersOfHour'),
    ])
    .where('conversationId', '=', id)
    .where('kind', 'in', ['inbound', 'auto-reply'])
    .where('via', '=', 'mail')
    .where('createdAt', '>', since(DAY_MS))
    .executeTakeFirstOrThrow();
  if (count.ofHour >= LIMITS.incomingMailsPerHour) return true;
  if (count.ofDay >= LIMITS.incomingMailsPerDay) return true;
  if (isVisitor(sender)) return false;
  return (
    count.othersOfHour >= LIMITS.otherMailsPerHour || count.othersOfDay >= LIMITS.otherMailsPerDay
  );
}

function placeholder(text: string): IncomingMail {
  return { subject: '', text, quoted: null, files: [], omissions: [], report: null };
}

async function readSource(
  ctx: ServiceContext,
  { isReadAgain }: ArrivedMail,
  source: Buffer,
): Promise<IncomingMail | null> {
  try {
    return await ctx.documents.readMail(source);
  } catch (error) {
    const isComplex = error instanceof ServiceError && error.code === 'UNPROCESSABLE';
    if (!isComplex || isReadAgain) throw error;
    ctx.log.warn({ size: source.length, error }, 'a mail is too complex to be read');
    return null;
  }
}

async function readContent(ctx: ServiceContext, mail: ArrivedMail): Promise<IncomingMail> {
  const { size, isGivenUp } = mail;
  if (size > LIMITS.incomingMailBytes) {
    ctx.log.warn({ size }, 'a mail is too large to be read');
    return placeholder(messages.tooLarge(Math.ceil(size / 1024 / 1024)));
  }
  const content = isGivenUp
    ? null
    : await readSource(ctx, mail, await mail.read(LIMITS.incomingMailBytes));
  return content ?? placeholder(messages.unreadable);
}

async function record(
  ctx: ServiceContext,
  { id }: FoundConversation,
  { mail, head, sender }: { mail: ArrivedMail; head: MailHead; sender: InboundSender },
): Promise<Outcome> {
  const { messageId: mailMessageId } = head;
  const content = await readContent(ctx, mail);
  const { subject, text, quoted, files: sent } = content;
  const isAutomatic = head.isAutomatic || isVacationSubject(subject);
  const omissions = [
    ...content.omissions,
    ...(isAutomatic && text.length > MAX_AUTO_REPLY ? [messages.longText(MAX_AUTO_REPLY)] : []),
    ...(isAutomatic && sent.length > 0 ? [messages.automaticFiles(sent.length)] : []),
  ];
  const detail: InboundDetail = { ...sender, ...(omissions.length > 0 && { omissions }) };
  if (isAutomatic) {
    const body = text.slice(0, MAX_AUTO_REPLY).toWellFormed();
    const entry = await recordAutoReply(ctx, { id }, { body, quoted, mailMessageId, detail });
    return entry === null ? 'known' : 'auto-reply';
  }
  const isLastTry = mail.isLastTry ?? false;
  const { isPending, rejectedFiles, ...files } = await storeFiles(ctx, mailMessageId, content, {
    isLastTry,
    conversationId: id,
  });
  const entry = await recordInbound(
    ctx,
    { id },
    {
      via: 'mail',
      body: text === '' && sent.length === 0 ? messages.noText(subject) : text,
      quoted,
      mailMessageId,
      detail: {
        ...detail,
        ...(rejectedFiles.length > 0 && { rejectedFiles }),
        ...(isPending && { filesPending: true }),
      },
      files,
    },
  );
  if (entry === null) return 'known';
  return isPending ? 'pending' : 'recorded';
}
