/** One part of a mail, drawn as HTML by `layout.tsx` and as text by `plain-text.ts`. */
export type MailBlock =
  | { type: 'paragraph'; text: string }
  | { type: 'words'; text: string }
  | { type: 'facts'; heading: string; rows: readonly (readonly [label: string, value: string])[] }
  | { type: 'quote'; heading: string; text: string }
  | { type: 'list'; heading: string; items: readonly string[]; isOrdered?: boolean }
  | { type: 'button'; label: string; url: string };

export type MailContent = {
  subject: string;
  /** What lists of mails show beside the subject. */
  preheader: string;
  heading: string;
  blocks: readonly MailBlock[];
  reason: string;
};

const UTC = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** '1 December 2026 at 12:40 UTC' */
export function formatUtc(at: Date): string {
  return `${UTC.format(at)} UTC`;
}

/** The words of a header that somebody else has chosen: one line, nothing that changes the order of letters, no longer than a list shows. */
export function headerText(text: string, maxLength = 80): string {
  const line = text.replaceAll(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ');
  const letters = Array.from(line.replaceAll(/\s+/gu, ' ').trim());
  return letters.length <= maxLength
    ? letters.join('')
    : `${letters.slice(0, maxLength - 1).join('')}…`;
}
