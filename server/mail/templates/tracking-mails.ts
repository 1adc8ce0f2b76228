import type { NamedEnquiry } from '#shared/conversations/enquiry.ts';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import { headerText, type MailContent } from './content.ts';
import { openButton } from './enquiry-mails.ts';
import { NOTICE_MESSAGES } from './messages.ts';
import { TRACKING_MAIL_MESSAGES as messages } from './tracking-messages.ts';

export type MailedLinks = {
  links: readonly { enquiry: NamedEnquiry; receivedAt: Date; url: string }[];
};

export type MailedRequest = {
  /** The new address; null where nothing but the old one is concerned. */
  email: string | null;
  enquiry: NamedEnquiry;
  isConfirmed: boolean;
  url: string;
};

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function trackingLinksMail({ links }: MailedLinks): MailContent {
  const { link: copy } = messages;
  return {
    subject: copy.subject,
    preheader: copy.preheader,
    heading: copy.heading,
    blocks: [
      { type: 'paragraph', text: copy.text },
      ...links.map(({ enquiry, receivedAt, url }) => ({
        type: 'button' as const,
        label: copy.open(enquiryTitle(enquiry), DAY.format(receivedAt)),
        url,
      })),
      { type: 'paragraph', text: messages.secret },
    ],
    reason: copy.reason,
  };
}

export function withTrackingLink(content: MailContent, url: string | null): MailContent {
  if (url === null) return content;
  const [first, ...rest] = content.blocks;
  const link = { type: 'button', label: messages.see, url } as const;
  return { ...content, blocks: first ? [first, link, ...rest] : [link] };
}

function confirmMail(
  { text, confirm, ...copy }: Record<keyof typeof messages.email, string>,
  url: string,
): MailContent {
  return {
    ...copy,
    blocks: [
      { type: 'paragraph', text },
      { type: 'button', label: confirm, url },
      { type: 'paragraph', text: messages.until },
    ],
  };
}

export function confirmEmailMail({ url }: MailedRequest): MailContent {
  return confirmMail(messages.email, url);
}

export function emailChangedMail({ enquiry }: MailedRequest): MailContent {
  const { changed: copy } = messages;
  return {
    subject: copy.subject,
    preheader: copy.preheader,
    heading: copy.heading,
    blocks: [
      { type: 'paragraph', text: copy.text(enquiry.label) },
      { type: 'paragraph', text: copy.notYou },
    ],
    reason: copy.reason,
  };
}

export function confirmErasureMail({ enquiry, url }: MailedRequest): MailContent {
  const { erasure } = messages;
  return confirmMail({ ...erasure, text: erasure.text(enquiry.label) }, url);
}

export function confirmPersonErasureMail({ email, url }: MailedRequest): MailContent {
  const { personErasure: copy } = messages;
  return confirmMail({ ...copy, text: copy.text(headerText(email ?? '', 254)) }, url);
}

export function personExportMail({ email, url }: MailedRequest): MailContent {
  const { personExport: copy } = messages;
  return confirmMail({ ...copy, text: copy.text(headerText(email ?? '', 254)) }, url);
}

export type HeldEnquiry = {
  enquiry: NamedEnquiry;
  name: string;
  holdReason: string;
};

export function heldErasureNotice(
  { enquiry, name, holdReason }: HeldEnquiry,
  siteUrl: string,
): MailContent {
  const { held: copy } = messages;
  const sender = headerText(name);
  return {
    subject: copy.subject(sender, enquiry.label),
    preheader: copy.preheader,
    heading: copy.heading,
    blocks: [
      { type: 'paragraph', text: copy.text(sender, enquiry.label) },
      { type: 'paragraph', text: copy.why(holdReason) },
      openButton(enquiry, siteUrl),
    ],
    reason: NOTICE_MESSAGES.reason,
  };
}
