import type { Company } from '#shared/company/values.ts';
import type { NamedEnquiry } from '#shared/conversations/enquiry.ts';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import { button, composeContent, headerText, type MailContent, paragraph } from './content.ts';
import { openButton } from './enquiry-mails.ts';
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

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function trackingLinksMail({ links }: MailedLinks): MailContent {
  const { link: copy } = messages;
  return composeContent(copy, [
    paragraph(copy.text),
    ...links.map(({ enquiry, receivedAt, url }) =>
      button(copy.open(enquiryTitle(enquiry), DAY.format(receivedAt)), url),
    ),
    paragraph(messages.secret),
  ]);
}

export function withTrackingLink(content: MailContent, url: string | null): MailContent {
  if (url === null) return content;
  return { ...content, blocks: content.blocks.toSpliced(1, 0, button(messages.see, url)) };
}

function confirmMail(
  { text, confirm, ...copy }: Record<keyof typeof messages.email, string>,
  url: string,
): MailContent {
  return composeContent(copy, [paragraph(text), button(confirm, url), paragraph(messages.until)]);
}

export function confirmEmailMail({ url }: MailedRequest): MailContent {
  return confirmMail(messages.email, url);
}

export function emailChangedMail({ enquiry }: MailedRequest, company: Company): MailContent {
  const { changed: copy } = messages;
  return composeContent(copy, [
    paragraph(copy.text(enquiry.label)),
    paragraph(copy.notYou(company)),
  ]);
}

export function confirmErasureMail({ enquiry, url }: MailedRequest): MailContent {
  const { erasure: copy } = messages;
  return confirmMail({ ...copy, text: copy.text(enquiry.label) }, url);
}

export function confirmPersonErasureMail({ email, url }: MailedRequest): MailContent {
  const { personErasure: copy } = messages;
  return confirmMail({ ...copy, text: copy.text(headerText(email ?? '', 254)) }, url);
}

export function personExportMail({ email, url }: MailedRequest): MailContent {
  const { personExport: copy } = messages;
  return confirmMail({ ...copy, text: copy.text(headerText(email ?? '', 254)) }, url);
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
