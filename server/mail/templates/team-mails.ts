import { formatUtc } from '#shared/retention/messages.ts';
import type { Company } from '#shared/company/values.ts';
import type { OfficeClock } from '#shared/office-hours/values.ts';
import { type AdminRole, ROLE_OPTIONS } from '#shared/admin-users/values.ts';
import type { NamedEnquiry } from '#shared/conversations/enquiry.ts';
import type { ALERT_LEVELS } from '#shared/conversations/values.ts';
import { REMINDER_HEADINGS, WEBHOOK_MESSAGES } from '#shared/escalation/messages.ts';
import { getClockCity, whenOf } from '#shared/office-hours/sentences.ts';
import type { MailPayloads } from '#server/mail/outbox/outbox.ts';
import {
  button,
  composeContent,
  facts,
  headerText,
  list,
  type MailContent,
  paragraph,
  quote,
} from './content.ts';
import { openButton } from './enquiry-mails.ts';
import {
  AUDIT_HEAD_MESSAGES,
  BACKUP_MESSAGES,
  INVITATION_MESSAGES,
  LOST_FILES_MESSAGES,
  PAUSED_CODES_MESSAGES,
  REMINDER_MESSAGES,
} from './messages.ts';

export function auditHeadMail(
  { day, sequence, hash, entries }: MailPayloads['audit.head'],
  siteUrl: string,
): MailContent {
  const messages = AUDIT_HEAD_MESSAGES;
  return composeContent(
    { ...messages, subject: messages.subject(day), heading: messages.heading(day) },
    [
      paragraph(messages.text),
      facts(messages.facts, [
        [messages.entries, String(entries)],
        [messages.sequence, String(sequence)],
        [messages.hash, hash],
      ]),
      paragraph(messages.check(`${sequence}:${hash}`)),
      button(messages.open, `${siteUrl}/admin/contact-audit`),
    ],
  );
}

export type FailedBackup = { day: string; error: string; restoredAt: Date | null };

export function backupFailedMail(
  { day, error, restoredAt }: FailedBackup,
  siteUrl: string,
): MailContent {
  const messages = BACKUP_MESSAGES;
  const when = restoredAt && `${restoredAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return composeContent({ ...messages, subject: messages.subject(day), reason: messages.why }, [
    paragraph(messages.failed(day)),
    quote(messages.reason, error),
    paragraph(messages.last(when)),
    button(messages.open, `${siteUrl}/admin`),
  ]);
}

export type LostFiles = { day: string; count: number; problems: readonly string[] };

export function lostFilesMail({ day, count, problems }: LostFiles, siteUrl: string): MailContent {
  const messages = LOST_FILES_MESSAGES;
  const { open, why: reason } = BACKUP_MESSAGES;
  return composeContent({ ...messages, subject: messages.subject(day), reason }, [
    paragraph(messages.lost(day, count)),
    list(messages.files, problems),
    paragraph(messages.restore),
    button(open, `${siteUrl}/admin`),
  ]);
}

export type MailedInvitation = {
  role: AdminRole;
  invitedBy: string | null;
  expiresAt: Date;
  url: string;
};

export function invitationMail(
  { role, invitedBy, expiresAt, url }: MailedInvitation,
  { name: company }: Company,
): MailContent {
  const messages = INVITATION_MESSAGES;
  const label = ROLE_OPTIONS.find(({ value }) => value === role)?.label ?? role;
  const by = invitedBy === null ? messages.somebody : headerText(invitedBy);
  const content = { ...messages, subject: messages.subject(company) };
  return composeContent(content, [
    paragraph(messages.invited(by, company, label.toLowerCase())),
    paragraph(messages.choose),
    button(messages.accept, url),
    paragraph(messages.until(formatUtc(expiresAt))),
  ]);
}

export type PausedCodes = {
  username: string;
  until: Date;
  passkeys: number;
  recoveryCodes: number;
};

export function pausedCodesMail(
  { username, until, passkeys, recoveryCodes }: PausedCodes,
  siteUrl: string,
): MailContent {
  const messages = PAUSED_CODES_MESSAGES;
  return composeContent(messages, [
    paragraph(messages.happened(headerText(username))),
    list(messages.ways, [
      ...(passkeys > 0 ? [messages.passkey] : []),
      ...(recoveryCodes > 0 ? [messages.recoveryCode(recoveryCodes)] : []),
      messages.later(formatUtc(until)),
    ]),
    paragraph(messages.notYou),
    button(messages.open, `${siteUrl}/admin/security`),
  ]);
}

export type Reminded = {
  level: (typeof ALERT_LEVELS)[number];
  enquiry: NamedEnquiry;
  serviceType: string | null;
  name: string;
  dueAt: Date;
  assignee: string | null;
};

type Place = { siteUrl: string } & OfficeClock;

export function promiseReminder(reminded: Reminded, { siteUrl, ...clock }: Place): MailContent {
  const { level, enquiry, serviceType, name, dueAt, assignee } = reminded;
  const { labels, reason, ...messages } = REMINDER_MESSAGES;
  const what = messages.what(enquiry.label, headerText(name));
  const due = messages.due(whenOf(dueAt, clock.timeZone), getClockCity(clock));
  return composeContent(
    {
      subject: messages.subjects[level](what),
      preheader: `${labels.due}: ${due}`,
      heading: REMINDER_HEADINGS[level],
      reason,
    },
    [
      paragraph(messages.waits(what)),
      openButton(enquiry, siteUrl),
      facts(messages.heading, [
        [labels.due, due],
        [labels.assignee, assignee ?? messages.nobody],
        ...(serviceType ? [[labels.service, serviceType] as const] : []),
      ]),
    ],
  );
}

/** Contains no contact data. */
export function webhookReminder(
  { level, enquiry, serviceType, dueAt, assignee }: Reminded,
  { siteUrl, timeZone }: Place,
): MailContent {
  const messages = WEBHOOK_MESSAGES;
  const heading = REMINDER_HEADINGS[level];
  const preheader = messages.facts(whenOf(dueAt, timeZone), assignee);
  const subject = `${heading}: ${messages.what(enquiry.label, serviceType)}`;
  return composeContent({ subject, preheader, heading, reason: messages.reason }, [
    paragraph(preheader),
    button(messages.open, `${siteUrl}${enquiry.adminPath}`),
  ]);
}
