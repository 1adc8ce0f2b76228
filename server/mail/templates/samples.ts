import samples from '#content/email-samples.json' with { type: 'json' };
import type { SampleMail } from '#shared/mails/values.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import type { MailContent, MailSender } from './content.ts';
import { getClock } from '#shared/company/to-company.ts';
import { NO_ORDER_OPTIONS } from '#shared/orders/values.ts';
import { formatInstant } from '#shared/office-hours/sentences.ts';
import {
  auditHeadMail,
  backupFailedMail,
  invitationMail,
  lostFilesMail,
  pausedCodesMail,
  promiseReminder,
  type Reminded,
  webhookReminder,
} from './team-mails.ts';
import {
  confirmMail,
  emailChangedMail,
  heldErasureNotice,
  trackingLinksMail,
} from './tracking-mails.ts';
import type { EmailKey } from '#shared/site-content/emails.ts';
import { LOST_LINK_PATH } from '#shared/tracking/values.ts';
import { weeklyDigest, type WeeklyDigest } from './weekly-digest.ts';
import {
  furtherWordNotice,
  type MailedMessage,
  type MailedOrder,
  messageNotice,
  messageReceipt,
  orderNotice,
  orderReceipt,
  replyContent,
} from './enquiry-mails.ts';

const SAMPLE_TIME = new Date('2026-12-01T12:40:00Z');
const BACKUP_DAY = '2026-11-24';

const ORDER: MailedOrder = { ...samples.order, options: NO_ORDER_OPTIONS };
const MESSAGE: MailedMessage = samples.message;
const DIGEST = samples.digest as WeeklyDigest;
const ENQUIRY = nameEnquiry({ orderId: ORDER.id, messageId: null, reference: ORDER.reference });

const REMINDED: Reminded = {
  level: 80,
  enquiry: ENQUIRY,
  serviceType: String(ORDER.serviceType),
  name: ORDER.fullName,
  dueAt: SAMPLE_TIME,
  assignee: 'Ayşe',
};

export const SAMPLE_OF_EMAIL = {
  'email/order-receipt': 'orders.confirmation',
  'email/message-receipt': 'messages.confirmation',
  'email/reply': 'conversations.reply',
  'email/tracking-link': 'tracking.link',
  'email/confirm-email': 'tracking.confirm-email',
  'email/email-changed': 'tracking.email-changed',
  'email/confirm-erasure': 'tracking.confirm-erasure',
  'email/confirm-person-erasure': 'tracking.confirm-person-erasure',
  'email/confirm-person-export': 'tracking.confirm-person-export',
} as const satisfies Record<EmailKey, SampleMail>;

export function buildEmailSample(sender: MailSender, key: EmailKey): MailContent {
  return buildSamples(sender)[SAMPLE_OF_EMAIL[key]];
}

export function buildSamples(sender: MailSender): Record<SampleMail, MailContent> {
  const { siteUrl, company } = sender;
  const link = `${siteUrl}${LOST_LINK_PATH}`;
  const clock = getClock(company.timeZone, company);
  const place = { siteUrl, ...clock };
  const deadline = formatInstant(SAMPLE_TIME, clock);
  const [orderSample, messageSample] = [
    { ...ORDER, deadline },
    { ...MESSAGE, deadline },
  ];
  const request = { email: 'new@example.com', enquiry: ENQUIRY, isConfirmed: false, url: link };
  const received = { receivedAt: SAMPLE_TIME, url: link };
  const message = nameEnquiry({ ...MESSAGE, orderId: null, messageId: MESSAGE.id });
  const links = [ENQUIRY, message].map((enquiry) => ({ ...received, enquiry }));
  const reply = {
    body: 'Hello Elif,\n\nthank you for the plan. Could we look at one day of it together on Thursday at ten?\n\nAyşe',
    enquiry: ENQUIRY,
    visitorsWords: ORDER.projectDescription,
    leftOutFiles: [],
  };
  const followUp = {
    enquiry: ENQUIRY,
    name: ORDER.fullName,
    body: 'Thursday at ten suits me. I have added the plan of the second warehouse.',
    fileNames: ['warehouse-2.pdf'],
    notes: [],
    dueAt: SAMPLE_TIME,
  };
  const error = 'ENOSPC: no space left on device, write';
  const problem = 'order-attachments/1795000000000-s5k2vq8d0hw3nx7ctm4g.pdf is missing';
  const head = { day: '2026-11-30', sequence: 4_217, hash: '5f'.repeat(32), entries: 4_215 };
  const invitation = { role: 'member', invitedBy: 'Ayşe', expiresAt: SAMPLE_TIME } as const;
  const account = { username: 'ayse', until: SAMPLE_TIME, passkeys: 1, recoveryCodes: 8 };
  const holdReason = 'Dispute about invoice 2026-114';
  return {
    'orders.confirmation': orderReceipt(orderSample, link, sender),
    'orders.notify-team': orderNotice(orderSample, siteUrl),
    'messages.confirmation': messageReceipt(messageSample, link, sender),
    'messages.notify-team': messageNotice(messageSample, siteUrl),
    'conversations.reply': replyContent(reply, link, sender),
    'conversations.team': furtherWordNotice(followUp, place),
    'promise.reminder': promiseReminder(REMINDED, place),
    'promise.webhook': webhookReminder(REMINDED, place),
    'reports.weekly': weeklyDigest(DIGEST, siteUrl),
    'backup.failed': backupFailedMail({ day: BACKUP_DAY, error, restoredAt: SAMPLE_TIME }, siteUrl),
    'backup.files-lost': lostFilesMail({ day: BACKUP_DAY, count: 1, problems: [problem] }, siteUrl),
    'audit.head': auditHeadMail(head, siteUrl),
    'admin-users.invitation': invitationMail(
      { ...invitation, url: `${siteUrl}/adminloginpage` },
      company,
    ),
    'admin-users.codes-paused': pausedCodesMail(account, siteUrl),
    'tracking.link': trackingLinksMail({ links }, sender),
    'tracking.confirm-email': confirmMail('email/confirm-email', request, sender),
    'tracking.email-changed': emailChangedMail(request, sender),
    'tracking.confirm-erasure': confirmMail('email/confirm-erasure', request, sender),
    'tracking.confirm-person-erasure': confirmMail('email/confirm-person-erasure', request, sender),
    'tracking.confirm-person-export': confirmMail('email/confirm-person-export', request, sender),
    'tracking.erasure-held': heldErasureNotice(
      { enquiry: ENQUIRY, name: ORDER.fullName, holdReason },
      siteUrl,
    ),
  };
}
