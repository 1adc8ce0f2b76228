import type { OfficeClock } from '#shared/office-hours/values.ts';
import { type NamedEnquiry, nameEnquiry } from '#shared/conversations/enquiry.ts';
import { describeEntries, storedFieldsOf, type StoredName } from '#shared/forms/values.ts';
import { MESSAGE_FIELDS } from '#shared/messages/values.ts';
import { getClockCity, whenOf } from '#shared/office-hours/sentences.ts';
import { leftOutMessage } from '#shared/orders/messages.ts';
import { ORDER_FIELDS, type OrderOptions, withOptions } from '#shared/orders/values.ts';
import {
  button,
  composeContent,
  type CopySources,
  facts,
  headerText,
  list,
  type MailBlock,
  type MailContent,
  paragraph,
  quote,
} from './content.ts';
import {
  FILES_HEADING,
  FURTHER_WORD_MESSAGES,
  MESSAGE_LABELS,
  NOTICE_MESSAGES,
  ORDER_LABELS,
  RECEIPT_MESSAGES,
  REMINDER_MESSAGES,
  REPLY_MESSAGES,
} from './messages.ts';
import { fillEmail, type FilledEmail } from './email-copy.ts';

export type MailedOrder = Record<StoredName<typeof ORDER_FIELDS>, unknown> & {
  id: string;
  reference: string;
  fullName: string;
  projectDescription: string;
  options: OrderOptions;
  isSuspect: boolean;
  deadline: string | null;
  files: readonly { name: string; sizeBytes: number }[];
};

export type MailedMessage = {
  id: string;
  reference: string;
  name: string;
  email: string;
  message: string;
  isSuspect: boolean;
  deadline: string | null;
};

function describeOrder(order: MailedOrder, heading: string): (MailBlock | null)[] {
  const { projectDescription, ...entries } = describeEntries(withOptions(order.options), order);
  const rows = storedFieldsOf(ORDER_FIELDS).flatMap(([name]) => {
    const value = name === 'projectDescription' ? null : entries[name];
    return value ? [[ORDER_LABELS[name], value] as const] : [];
  });
  const files = order.files.map(({ name, sizeBytes }) => `${name} (${sizeText(sizeBytes)})`);
  return [
    facts(heading, rows),
    quote(ORDER_LABELS.projectDescription, projectDescription ?? ''),
    list(FILES_HEADING, files),
  ];
}

function describeMessage(message: MailedMessage, heading: string): MailBlock[] {
  const entries = describeEntries(MESSAGE_FIELDS, message);
  const rows = (['name', 'email'] as const).map(
    (name) => [MESSAGE_LABELS[name], entries[name] ?? ''] as const,
  );
  return [facts(heading, rows), quote(MESSAGE_LABELS.message, message.message)];
}

function sayDeadline(deadline: string | null, say: (when: string) => string): MailBlock | null {
  return deadline === null ? null : paragraph(say(deadline));
}

function sizeText(bytes: number): string {
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return megabytes === '0.0' ? '< 0.1 MB' : `${megabytes} MB`;
}

function trackingButton({ button: label }: FilledEmail, url: string | null): MailBlock | null {
  return url === null ? null : button(label, url);
}

export function nameVariables({ label, reference }: NamedEnquiry) {
  return { enquiry: label, reference };
}

function nameOrder({ id, reference }: MailedOrder): NamedEnquiry {
  return nameEnquiry({ orderId: id, messageId: null, reference });
}

/** Also after it became an order: the mail is about the message. */
function nameMessage({ id, reference }: MailedMessage): NamedEnquiry {
  return nameEnquiry({ orderId: null, messageId: id, reference });
}

export function openButton({ kind, adminPath }: NamedEnquiry, siteUrl: string): MailBlock {
  return button(NOTICE_MESSAGES[kind].open, `${siteUrl}${adminPath}`);
}

/** A receipt repeats chosen options only, because its recipient is unverified. */
function describeChoices(order: MailedOrder): MailBlock {
  const entries = describeEntries(withOptions(order.options), order);
  const rows = storedFieldsOf(ORDER_FIELDS).flatMap(([name, { kind }]) => {
    const value = kind === 'choice' || kind === 'choices' ? entries[name] : null;
    return value ? [[ORDER_LABELS[name], value] as const] : [];
  });
  return facts(RECEIPT_MESSAGES.chosen, rows);
}

export function orderReceipt(
  order: MailedOrder,
  trackingUrl: string | null,
  sources: CopySources,
): MailContent {
  const { deadline } = order;
  const values = { ...nameVariables(nameOrder(order)), deadline };
  const filled = fillEmail(sources, 'email/order-receipt', values, { isOrdered: true });
  return composeContent(filled, [
    ...filled.paragraphs,
    filled.steps,
    trackingButton(filled, trackingUrl),
    describeChoices(order),
    ...filled.closing,
  ]);
}

export function messageReceipt(
  message: MailedMessage,
  trackingUrl: string | null,
  sources: CopySources,
): MailContent {
  const { deadline } = message;
  const values = { ...nameVariables(nameMessage(message)), deadline };
  const filled = fillEmail(sources, 'email/message-receipt', values);
  return composeContent(filled, [
    ...filled.paragraphs,
    filled.steps,
    trackingButton(filled, trackingUrl),
    ...filled.closing,
  ]);
}

type Notice = {
  enquiry: NamedEnquiry;
  siteUrl: string;
  name: string;
  preheader: string;
  isSuspect: boolean;
  deadline: string | null;
  described: (MailBlock | null)[];
};

function notice(noticed: Notice): MailContent {
  const { enquiry, siteUrl, name, preheader, isSuspect, deadline, described } = noticed;
  const { suspect, suspectSubject, reason } = NOTICE_MESSAGES;
  const { heading, from } = NOTICE_MESSAGES[enquiry.kind];
  const subject = NOTICE_MESSAGES.subject(enquiry.label, name);
  return composeContent(
    {
      subject: isSuspect ? suspectSubject(subject) : subject,
      preheader: headerText(preheader, 140),
      heading,
      reason,
    },
    [
      paragraph(from(name)),
      isSuspect ? paragraph(suspect) : null,
      openButton(enquiry, siteUrl),
      sayDeadline(deadline, NOTICE_MESSAGES.deadline),
      ...described,
    ],
  );
}

export function orderNotice(order: MailedOrder, siteUrl: string): MailContent {
  return notice({
    ...order,
    enquiry: nameOrder(order),
    siteUrl,
    name: headerText(order.fullName),
    preheader: [order.serviceType, order.projectDescription].filter(Boolean).join('. '),
    described: describeOrder(order, NOTICE_MESSAGES.sent),
  });
}

export function messageNotice(message: MailedMessage, siteUrl: string): MailContent {
  return notice({
    ...message,
    enquiry: nameMessage(message),
    siteUrl,
    name: headerText(message.name),
    preheader: message.message,
    described: describeMessage(message, NOTICE_MESSAGES.sent),
  });
}

export type FurtherWord = {
  enquiry: NamedEnquiry;
  name: string;
  body: string;
  fileNames: readonly string[];
  /** Marks of the sender, and omissions. */
  notes: readonly string[];
  dueAt: Date | null;
};

type Place = { siteUrl: string } & OfficeClock;

export function furtherWordNotice(word: FurtherWord, { siteUrl, ...clock }: Place): MailContent {
  const { enquiry, body, fileNames, notes, dueAt } = word;
  const messages = FURTHER_WORD_MESSAGES;
  const name = headerText(word.name);
  const due = dueAt && REMINDER_MESSAGES.due(whenOf(dueAt, clock.timeZone), getClockCity(clock));
  return composeContent(
    {
      subject: messages.subject(name, enquiry.reference),
      preheader: headerText(body, 140),
      heading: messages.heading,
      reason: NOTICE_MESSAGES.reason,
    },
    [
      paragraph(messages.from(name, enquiry.label)),
      sayDeadline(due, messages.due),
      openButton(enquiry, siteUrl),
      quote(messages.words, body),
      list(messages.files, fileNames),
      list(messages.notes, notes),
    ],
  );
}

export type MailedReply = {
  body: string;
  enquiry: NamedEnquiry;
  visitorsWords: string | null;
  leftOutFiles: readonly { name: string; reason: string }[];
};

const MAX_NAMED_FILES = 30;

export function replyContent(
  { body, enquiry, visitorsWords, leftOutFiles }: MailedReply,
  trackingUrl: string | null,
  sources: CopySources,
): MailContent {
  const messages = REPLY_MESSAGES;
  const filled = fillEmail(sources, 'email/reply', nameVariables(enquiry));
  const leftOut = leftOutFiles
    .slice(0, MAX_NAMED_FILES)
    .map(({ name, reason: why }) => headerText(leftOutMessage(name, why), 400));
  return composeContent({ ...filled, preheader: headerText(body, 140) }, [
    { type: 'words', text: body },
    ...filled.paragraphs,
    trackingButton(filled, trackingUrl),
    list(messages.leftOut, leftOut),
    leftOut.length > 0 ? paragraph(messages.accepted) : null,
    visitorsWords === null ? null : quote(messages.youWrote, visitorsWords),
  ]);
}
