import type { NamedEnquiry } from '#shared/conversations/enquiry.ts';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import {
  button,
  composeContent,
  type CopySources,
  headerText,
  type MailContent,
  paragraph,
} from './content.ts';
import type { EmailKey } from '#shared/site-content/emails.ts';
import { fillEmail } from './email-copy.ts';
import { nameVariables, openButton } from './enquiry-mails.ts';
import { NOTICE_MESSAGES } from './messages.ts';
import { TRACKING_MAIL_MESSAGES as messages } from './tracking-messages.ts';

export type MailedLinks = {
  links: readonly { enquiry: NamedEnquiry; receivedAt: Date; url: string }[];
};

export type MailedRequest = {
  email: string | null;
  enquiry: NamedEnquiry;
  isConfirmed: boolean;
  url: string;
};

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function trackingLinksMail({ links }: MailedLinks, sources: CopySources): MailContent {
  const { paragraphs, closing, ...filled } = fillEmail(sources, 'email/tracking-link');
  return composeContent(filled, [
    ...paragraphs,
    ...links.map(({ enquiry, receivedAt, url }) =>
      button(messages.open(enquiryTitle(enquiry), DAY.format(receivedAt)), url),
    ),
    ...closing,
  ]);
}

/** For the kinds whose link confirms what the visitor asked for. */
export function confirmMail(
  key: EmailKey,
  { enquiry, email, url }: MailedRequest,
  sources: CopySources,
): MailContent {
  const recipient = headerText(email ?? '', 254);
  const filled = fillEmail(sources, key, { ...nameVariables(enquiry), recipient });
  return composeContent(filled, [
    ...filled.paragraphs,
    button(filled.button, url),
    ...filled.closing,
  ]);
}

export function emailChangedMail({ enquiry }: MailedRequest, sources: CopySources): MailContent {
  const filled = fillEmail(sources, 'email/email-changed', nameVariables(enquiry));
  return composeContent(filled, filled.paragraphs);
}

export type HeldEnquiry = { enquiry: NamedEnquiry; name: string; holdReason: string };

export function heldErasureNotice(
  { enquiry, name, holdReason }: HeldEnquiry,
  siteUrl: string,
): MailContent {
  const { held: copy } = messages;
  const sender = headerText(name);
  const { reason } = NOTICE_MESSAGES;
  return composeContent({ ...copy, subject: copy.subject(sender, enquiry.label), reason }, [
    paragraph(copy.text(sender, enquiry.label)),
    paragraph(copy.why(holdReason)),
    openButton(enquiry, siteUrl),
  ]);
}
