import type { Accent } from '#shared/brand/accent.ts';
import type { Logo } from '#shared/site-settings/email-logo.ts';
import type { Company } from '#shared/company/values.ts';
import type { EmailCopy, EmailKey } from '#shared/site-content/emails.ts';

export type MailBlock =
  | { type: 'paragraph'; text: string }
  | { type: 'words'; text: string }
  | { type: 'facts'; heading: string; rows: readonly (readonly [label: string, value: string])[] }
  | { type: 'quote'; heading: string; text: string }
  | { type: 'list'; heading: string; items: readonly string[]; isOrdered?: boolean }
  | { type: 'button'; label: string; url: string };

/** The owner's texts of the emails that are composed; others have their built-in copy. */
export type SavedEmails = { readonly [Key in EmailKey]?: EmailCopy };

export type CopySources = { company: Company; emails: SavedEmails };

/** The site and company that send an email, with the owner's copy. */
export type MailSender = CopySources & { siteUrl: string; logo: Logo | null; accent: Accent };

export type MailContent = {
  subject: string;
  preheader: string;
  heading: string;
  blocks: readonly MailBlock[];
  reason: string;
};

/** Takes the texts of a mail from its messages, and leaves out the blocks that are null. */
export function composeContent(
  { subject, preheader, heading, reason }: Omit<MailContent, 'blocks'>,
  blocks: readonly (MailBlock | null)[],
): MailContent {
  return { subject, preheader, heading, blocks: blocks.filter((block) => block !== null), reason };
}

export function paragraph(text: string): MailBlock {
  return { type: 'paragraph', text };
}

export function quote(heading: string, text: string): MailBlock {
  return { type: 'quote', heading, text };
}

export function facts(
  heading: string,
  rows: readonly (readonly [label: string, value: string])[],
): MailBlock {
  return { type: 'facts', heading, rows };
}

/** Null where there is nothing to list. */
export function list(heading: string, items: readonly string[]): MailBlock | null {
  return items.length === 0 ? null : { type: 'list', heading, items };
}

export function button(label: string, url: string): MailBlock {
  return { type: 'button', label, url };
}

/** Makes text from outside fit for a header: one line without characters that change the writing direction, cut to `maxLength`. */
export function headerText(text: string, maxLength = 80): string {
  const line = text.replaceAll(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ');
  const letters = Array.from(line.replaceAll(/\s+/gu, ' ').trim());
  return letters.length <= maxLength
    ? letters.join('')
    : `${letters.slice(0, maxLength - 1).join('')}…`;
}
