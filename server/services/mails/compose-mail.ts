import type { Database } from '#server/context/context.ts';
import { DeliveryError } from '#server/mail/delivery-error.ts';
import type { OutgoingMail } from '#server/mail/mail.ts';
import type { OutboxMailer } from '#server/mail/mailer.ts';
import { formatReplyAddress } from '#server/mail/inbox/reply-address.ts';
import {
  type MailKind,
  type MailPayloads,
  TEAM_RECIPIENT,
  VISITOR_MAILS,
} from '#server/mail/outbox/outbox.ts';
import type { CopySources, MailContent, MailSender } from '#server/mail/templates/content.ts';
import {
  type MailedMessage,
  type MailedOrder,
  messageNotice,
  messageReceipt,
  orderNotice,
  orderReceipt,
} from '#server/mail/templates/enquiry-mails.ts';
import {
  auditHeadMail,
  backupFailedMail,
  invitationMail,
  lostFilesMail,
  pausedCodesMail,
  promiseReminder,
  webhookReminder,
} from '#server/mail/templates/team-mails.ts';
import { buildEmailSample, SAMPLE_OF_EMAIL } from '#server/mail/templates/samples.ts';
import { weeklyDigest } from '#server/mail/templates/weekly-digest.ts';
import { readDigest } from '#server/services/weekly-digest/index.ts';
import { toPlainText } from '#server/mail/templates/plain-text.ts';
import { readFailedBackup, readLostFiles } from '#server/services/backup/index.ts';
import { findMailedAccount, readMailedInvitation } from '#server/services/accounts/index.ts';
import { findReminded, reminderSchema } from '#server/services/escalation/index.ts';
import { findTrackingUrl, readMailedLinks } from '#server/services/tracking/index.ts';
import { readHeldEnquiry, readMailedRequest } from '#server/services/privacy/index.ts';
import { findHeaderLogo, findOfficeHours } from '#server/services/site-settings/index.ts';
import { DAY_MS } from '#server/lib/schedule.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { composeFurtherWord, composeReply, readReplyParts } from './compose-reply.ts';
import { buildMessageReference } from '#server/lib/sql-text.ts';
import { findContent, readSiteContent } from '#server/services/site-content/index.ts';
import { deriveAccent } from '#shared/brand/accent.ts';
import { getClock, toCompany } from '#shared/company/to-company.ts';
import type { Company } from '#shared/company/values.ts';
import { formatInstant } from '#shared/office-hours/sentences.ts';
import {
  confirmMail,
  emailChangedMail,
  heldErasureNotice,
  type MailedRequest,
  trackingLinksMail,
} from '#server/mail/templates/tracking-mails.ts';
import { EMAIL_KEYS, type EmailKey, isEmailKey } from '#shared/site-content/emails.ts';
import { storedFieldsOf } from '#shared/forms/values.ts';
import { ORDER_FIELDS } from '#shared/orders/values.ts';
import { DELIVERY_MESSAGES as messages } from '#shared/mails/messages.ts';

export type MailSources = {
  db: Database;
  now: () => Date;
  storage: Pick<FileStorage, 'open'>;
  totpKey: Buffer;
  trackKey: Buffer;
};

type Read = MailSources & MailSender & { recipient: string };

const ORDER_COLUMNS = storedFieldsOf(ORDER_FIELDS).map(([name]) => name);

async function readOrder({ db, now, company }: Read, id: string): Promise<MailedOrder | null> {
  const [order, attachments, options] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'reference', 'fileUrls', 'isSuspect', ...ORDER_COLUMNS])
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('orderAttachments')
      .select(['path', 'originalName as name', 'sizeBytes'])
      .where('orderId', '=', id)
      .where('status', '=', 'claimed')
      .execute(),
    findContent({ db }, 'order-options'),
  ]);
  if (!order) return null;
  const { fileUrls } = order;
  const files = attachments.toSorted((a, b) => fileUrls.indexOf(a.path) - fileUrls.indexOf(b.path));
  const deadline = await readDeadline({ db, now, company }, { orderId: id });
  return { ...order, options, files, deadline };
}

async function readDeadline(
  { db, now, company }: Pick<Read, 'db' | 'now' | 'company'>,
  lead: { orderId: string } | { messageId: string },
): Promise<string | null> {
  const [column, id] =
    'orderId' in lead
      ? (['orderId', lead.orderId] as const)
      : (['messageId', lead.messageId] as const);
  const promise = await db
    .selectFrom('conversations')
    .select('promisedDueAt')
    .where(column, '=', id)
    .where('dueAt', 'is not', null)
    .where('promisedDueAt', '>', now())
    .executeTakeFirst();
  if (!promise?.promisedDueAt) return null;
  const { timeZone } = await findOfficeHours({ db });
  return formatInstant(promise.promisedDueAt, getClock(timeZone, company));
}

async function readMessage({ db, now, company }: Read, id: string): Promise<MailedMessage | null> {
  const message = await db
    .selectFrom('contactMessages')
    .select(['id', 'name', 'email', 'message', 'isSuspect'])
    .select(buildMessageReference().as('reference'))
    .where('id', '=', id)
    .executeTakeFirst();
  return message
    ? { ...message, deadline: await readDeadline({ db, now, company }, { messageId: id }) }
    : null;
}

async function readReminder(
  { db, now, siteUrl, company }: Read,
  payload: MailPayloads['promise.reminder'],
): Promise<Parameters<typeof promiseReminder>> {
  const reminded = await findReminded(db, reminderSchema.parse(payload), now());
  if (reminded === null) throw new DeliveryError('outdated', messages.withdrawn);
  const { timeZone } = await findOfficeHours({ db });
  return [reminded, { siteUrl, ...getClock(timeZone, company) }];
}

type Compose<Kind extends MailKind> = (
  read: Read,
  payload: MailPayloads[Kind],
) => Promise<MailContent | null>;

/** `isOpen`: only while the request is not confirmed. */
function composeRequest(
  compose: (request: MailedRequest, sources: CopySources) => MailContent,
  { isOpen = false } = {},
): (read: Read, payload: { requestId: string }) => Promise<MailContent | null> {
  return async (read, { requestId }) => {
    const request = await readMailedRequest(read, requestId);
    return request === null || (isOpen && request.isConfirmed) ? null : compose(request, read);
  };
}

function composeConfirmation(key: EmailKey, options?: { isOpen: boolean }) {
  return composeRequest((request, sources) => confirmMail(key, request, sources), options);
}

const COMPOSERS: { [Kind in MailKind]: Compose<Kind> } = {
  async 'orders.confirmation'(read, { orderId }) {
    const order = await readOrder(read, orderId);
    const url = await findTrackingUrl(read, ['orderId', orderId]);
    return order && orderReceipt(order, url, read);
  },
  async 'orders.notify-team'(read, { orderId }) {
    const order = await readOrder(read, orderId);
    return order && orderNotice(order, read.siteUrl);
  },
  async 'messages.confirmation'(read, { messageId }) {
    const message = await readMessage(read, messageId);
    const url = await findTrackingUrl(read, ['messageId', messageId]);
    return message && messageReceipt(message, url, read);
  },
  async 'messages.notify-team'(read, { messageId }) {
    const message = await readMessage(read, messageId);
    return message && messageNotice(message, read.siteUrl);
  },
  async 'admin-users.invitation'(read, { invitationId }) {
    const invitation = await readMailedInvitation(read, invitationId);
    return invitation && invitationMail(invitation, read.company);
  },
  async 'admin-users.codes-paused'({ db, siteUrl }, { adminUserId, until }) {
    const account = await findMailedAccount(db, adminUserId);
    return account ? pausedCodesMail({ ...account, until: new Date(until) }, siteUrl) : null;
  },
  async 'promise.reminder'(read, payload) {
    return promiseReminder(...(await readReminder(read, payload)));
  },
  async 'promise.webhook'(read, payload) {
    const [reminded, place] = await readReminder(read, payload);
    const isOld = read.now().getTime() - reminded.dueAt.getTime() > DAY_MS;
    if (isOld) throw new DeliveryError('outdated', messages.withdrawn);
    return webhookReminder(reminded, place);
  },
  async 'reports.weekly'({ db, now, siteUrl }, { week }) {
    return weeklyDigest(await readDigest({ db, now }, week), siteUrl);
  },
  async 'backup.failed'({ db, siteUrl }, { day }) {
    const failed = await readFailedBackup({ db }, day);
    return failed && backupFailedMail(failed, siteUrl);
  },
  async 'backup.files-lost'({ db, siteUrl }, { day }) {
    const lost = await readLostFiles({ db }, day);
    return lost && lostFilesMail(lost, siteUrl);
  },
  'audit.head': ({ siteUrl }, head) => Promise.resolve(auditHeadMail(head, siteUrl)),
  'conversations.team': (read, { conversationId }) => composeFurtherWord(read, conversationId),
  async 'conversations.reply'(read, { entryId }) {
    const trackingUrl = await findTrackingUrl(read, ['entryId', entryId]);
    return composeReply(read, { entryId, trackingUrl });
  },
  async 'tracking.link'(read, { conversationIds }) {
    const links = await readMailedLinks(read, conversationIds);
    return links && trackingLinksMail(links, read);
  },
  'tracking.confirm-email': composeConfirmation('email/confirm-email', { isOpen: true }),
  'tracking.email-changed': composeRequest(emailChangedMail),
  'tracking.confirm-erasure': composeConfirmation('email/confirm-erasure', { isOpen: true }),
  'tracking.confirm-person-erasure': composeConfirmation('email/confirm-person-erasure', {
    isOpen: true,
  }),
  'tracking.confirm-person-export': composeConfirmation('email/confirm-person-export'),
  async 'tracking.erasure-held'({ db, siteUrl }, { conversationId }) {
    const held = await readHeldEnquiry(db, conversationId);
    return held && heldErasureNotice(held, siteUrl);
  },
  'emails.test': (read, { key }) =>
    Promise.resolve(isEmailKey(key) ? buildEmailSample(read, key) : null),
};

/** Emails with texts that an owner may have changed. */
export function listEmails({ kind, payload }: Pick<StoredMail, 'kind' | 'payload'>): EmailKey[] {
  const tested = kind === 'emails.test' && (payload as MailPayloads['emails.test']).key;
  return EMAIL_KEYS.filter((key) => SAMPLE_OF_EMAIL[key] === kind || key === tested);
}

export type StoredMail = { kind: string; recipient: string; payload: unknown };

/** Throws a `DeliveryError` when the email is outdated. */
export async function composeContent(
  sources: Omit<Read, 'recipient'>,
  { kind, recipient, payload }: StoredMail,
): Promise<MailContent> {
  if (!Object.hasOwn(COMPOSERS, kind)) throw new DeliveryError('later', messages.unknownKind);
  // Kind and payload were stored together.
  const compose = COMPOSERS[kind as MailKind] as Compose<MailKind>;
  const content = await compose({ ...sources, recipient }, payload as MailPayloads[MailKind]);
  if (content === null) throw new DeliveryError('recipient', messages.recordGone);
  return content;
}

type StoredReply = StoredMail & { payload: MailPayloads['conversations.reply'] };

function isReply(mail: StoredMail): mail is StoredReply {
  return mail.kind === 'conversations.reply';
}

type QueuedMail = StoredMail & { messageId: string; since: Date; conversationId: string | null };

/** Signed address that leads a reply to its conversation; without an inbox, replies go to the sender. */
async function findReplyTo(
  { db, trackKey }: MailSources,
  { from, inbox }: Pick<OutboxMailer, 'from' | 'inbox'>,
  { kind, conversationId }: QueuedMail,
): Promise<Pick<OutgoingMail, 'replyTo'>> {
  const isToVisitor = VISITOR_MAILS.some((visitors) => visitors === kind);
  if (inbox === null || !isToVisitor || conversationId === null) return {};
  const conversation = await db
    .selectFrom('conversations')
    .select(['id', 'tokenVersion'])
    .where('id', '=', conversationId)
    .executeTakeFirst();
  const address = conversation && formatReplyAddress(from.address, trackKey, conversation);
  return !address ? {} : { replyTo: { name: from.name, address } };
}

/** With the owner's texts of these emails. */
export async function readSender(
  db: Database,
  { siteUrl }: Pick<OutboxMailer, 'siteUrl'>,
  emails: readonly EmailKey[] = [],
): Promise<MailSender> {
  const [{ company, brand, ...copy }, logo] = await Promise.all([
    readSiteContent(db, ['company', 'brand', ...emails]),
    findHeaderLogo(db),
  ]);
  return {
    siteUrl,
    company: toCompany(company, new URL(siteUrl).hostname),
    emails: copy,
    logo,
    accent: deriveAccent(brand.accentColor),
  };
}

/** The configured sender, else the company. */
function getMailbox(
  { from, domain }: Pick<OutboxMailer, 'from' | 'domain'>,
  { name, email }: Company,
) {
  return { name: from.name || name, address: from.address || email || `no-reply@${domain}` };
}

/** Addresses of emails to the team; by default that of the sender. */
export async function readTeam(
  db: Database,
  mailer: Omit<OutboxMailer, 'transport'>,
): Promise<readonly string[]> {
  if (mailer.team.length > 0) return mailer.team;
  const { company } = await readSender(db, mailer);
  return [getMailbox(mailer, company).address];
}

export async function composeMail(
  sources: MailSources & { signal: AbortSignal },
  mailer: OutboxMailer,
  mail: QueuedMail,
): Promise<OutgoingMail> {
  const sender = await readSender(sources.db, mailer, listEmails(mail));
  const from = getMailbox(mailer, sender.company);
  const content = await composeContent({ ...sources, ...sender }, mail);
  const isToTeam = mail.recipient === TEAM_RECIPIENT;
  const team = mailer.team.length > 0 ? mailer.team : [from.address];
  const recipients = isToTeam ? team : [mail.recipient];
  return {
    messageId: mail.messageId,
    date: mail.since,
    from,
    ...(await findReplyTo(sources, { from, inbox: mailer.inbox }, mail)),
    to: recipients.map((address) => ({ name: '', address })),
    subject: content.subject,
    content,
    text: toPlainText(content, sender),
    html: mailer.draw(content, sender),
    ...(isReply(mail) && (await readReplyParts(sources, mail.payload.entryId))),
  };
}
