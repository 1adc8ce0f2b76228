import { type NamedEnquiry, nameEnquiry } from '#shared/conversations/enquiry.ts';
import { describeEntries, storedFieldsOf, type StoredName } from '#shared/forms/values.ts';
import { MESSAGE_FIELDS } from '#shared/messages/values.ts';
import { ORDER_FIELDS } from '#shared/orders/values.ts';
import { headerText, type MailBlock, type MailContent } from './content.ts';
import {
  FILES_HEADING,
  MESSAGE_LABELS,
  NOTICE_MESSAGES,
  ORDER_LABELS,
  RECEIPT_MESSAGES,
} from './messages.ts';
import { TRACKING_MAIL_MESSAGES } from './tracking-messages.ts';

export type MailedOrder = Record<StoredName<typeof ORDER_FIELDS>, unknown> & {
  id: string;
  reference: string;
  fullName: string;
  projectDescription: string;
  isSuspect: boolean;
  /** Until when an answer is promised, as a time in words; null when none is. */
  deadline: string | null;
  files: readonly { name: string; sizeBytes: number }[];
};

export type MailedMessage = {
  id: string;
  name: string;
  email: string;
  message: string;
  isSuspect: boolean;
  deadline: string | null;
};

function describeOrder(order: MailedOrder, heading: string): MailBlock[] {
  const { projectDescription, ...entries } = describeEntries(ORDER_FIELDS, order);
  const rows = storedFieldsOf(ORDER_FIELDS).flatMap(([name]) => {
    const value = name === 'projectDescription' ? null : entries[name];
    return value ? [[ORDER_LABELS[name], value] as const] : [];
  });
  const files = order.files.map(({ name, sizeBytes }) => `${name} (${sizeText(sizeBytes)})`);
  return [
    { type: 'facts', heading, rows },
    {
      type: 'quote',
      heading: ORDER_LABELS.projectDescription,
      text: projectDescription ?? '',
    },
    ...(files.length > 0 ? [{ type: 'list', heading: FILES_HEADING, items: files } as const] : []),
  ];
}

function describeMessage(message: MailedMessage, heading: string): MailBlock[] {
  const entries = describeEntries(MESSAGE_FIELDS, message);
  return [
    {
      type: 'facts',
      heading,
      rows: (['name', 'email'] as const).map((name) => [MESSAGE_LABELS[name], entries[name] ?? '']),
    },
    { type: 'quote', heading: MESSAGE_LABELS.message, text: message.message },
  ];
}

function sayDeadline(
  { deadline }: { deadline: string | null },
  say: (when: string) => string,
): MailBlock[] {
  return deadline === null ? [] : [{ type: 'paragraph', text: say(deadline) }];
}

function sizeText(bytes: number): string {
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return megabytes === '0.0' ? '< 0.1 MB' : `${megabytes} MB`;
}

function trackingBlocks(url: string | null): MailBlock[] {
  return url === null ? [] : [{ type: 'button', label: TRACKING_MAIL_MESSAGES.see, url }];
}

function nameOrder({ id, reference }: MailedOrder): NamedEnquiry {
  return nameEnquiry({ orderId: id, messageId: null, reference });
}

/** Also where it became an order since: this mail is about the message. */
function nameMessage({ id }: MailedMessage): NamedEnquiry {
  return nameEnquiry({ orderId: null, messageId: id, reference: null });
}

export function openButton({ kind, adminPath }: NamedEnquiry, siteUrl: string): MailBlock {
  return { type: 'button', label: NOTICE_MESSAGES[kind].open, url: `${siteUrl}${adminPath}` };
}

/** The options chosen in an order: the only entries that a receipt repeats, because its recipient is not proved. */
function describeChoices(order: MailedOrder): MailBlock {
  const entries = describeEntries(ORDER_FIELDS, order);
  const rows = storedFieldsOf(ORDER_FIELDS).flatMap(([name, { kind }]) =>
    kind === 'choice' || kind === 'choices'
      ? [[ORDER_LABELS[name], entries[name] ?? ''] as const]
      : [],
  );
  return { type: 'facts', heading: RECEIPT_MESSAGES.order.chosen, rows };
}

export function orderReceipt(order: MailedOrder, trackingUrl: string | null): MailContent {
  const { order: copy, steps, contact, reason } = RECEIPT_MESSAGES;
  return {
    subject: RECEIPT_MESSAGES.subject(nameOrder(order).label),
    preheader: copy.preheader,
    heading: copy.heading,
    blocks: [
      { type: 'paragraph', text: copy.thanks(order.reference) },
      ...sayDeadline(order, RECEIPT_MESSAGES.deadline),
      { type: 'list', heading: steps.heading, items: steps.order, isOrdered: true },
      ...trackingBlocks(trackingUrl),
      describeChoices(order),
      { type: 'paragraph', text: contact },
    ],
    reason,
  };
}

export function messageReceipt(message: MailedMessage, trackingUrl: string | null): MailContent {
  const { message: copy, steps, contact, reason } = RECEIPT_MESSAGES;
  const { label, reference } = nameMessage(message);
  return {
    subject: RECEIPT_MESSAGES.subject(label),
    preheader: copy.preheader,
    heading: copy.heading,
    blocks: [
      { type: 'paragraph', text: copy.thanks(reference) },
      ...sayDeadline(message, RECEIPT_MESSAGES.deadline),
      { type: 'list', heading: steps.heading, items: steps.message },
      ...trackingBlocks(trackingUrl),
      { type: 'paragraph', text: contact },
    ],
    reason,
  };
}

type Notice = {
  enquiry: NamedEnquiry;
  siteUrl: string;
  name: string;
  preheader: string;
  isSuspect: boolean;
  described: MailBlock[];
};

function notice({ enquiry, siteUrl, name, preheader, isSuspect, described }: Notice): MailContent {
  const { suspect, suspectSubject, reason } = NOTICE_MESSAGES;
  const copy = NOTICE_MESSAGES[enquiry.kind];
  const subject = NOTICE_MESSAGES.subject(enquiry.label, name);
  return {
    subject: isSuspect ? suspectSubject(subject) : subject,
    preheader: headerText(preheader, 140),
    heading: copy.heading,
    blocks: [
      { type: 'paragraph', text: copy.from(name) },
      ...(isSuspect ? [{ type: 'paragraph', text: suspect } as const] : []),
      openButton(enquiry, siteUrl),
      ...described,
    ],
    reason,
  };
}

export function orderNotice(order: MailedOrder, siteUrl: string): MailContent {
  const name = headerText(order.fullName);
  return notice({
    enquiry: nameOrder(order),
    siteUrl,
    name,
    preheader: `${String(order.serviceType)}. ${order.projectDescription}`,
    isSuspect: order.isSuspect,
    described: [
      ...sayDeadline(order, NOTICE_MESSAGES.deadline),
      ...describeOrder(order, NOTICE_MESSAGES.sent),
    ],
  });
}

export function messageNotice(message: MailedMessage, siteUrl: string): MailContent {
  const name = headerText(message.name);
  return notice({
    enquiry: nameMessage(message),
    siteUrl,
    name,
    preheader: message.message,
    isSuspect: message.isSuspect,
    described: [
      ...sayDeadline(message, NOTICE_MESSAGES.deadline),
      ...describeMessage(message, NOTICE_MESSAGES.sent),
    ],
  });
}
