import type { MailPayloads } from '#server/mail/outbox/outbox.ts';
import type { MailContent } from './content.ts';
import { AUDIT_HEAD_MESSAGES as messages } from './messages.ts';

export function auditHeadMail(
  { day, sequence, hash, entries }: MailPayloads['audit.head'],
  siteUrl: string,
): MailContent {
  return {
    subject: messages.subject(day),
    preheader: messages.preheader,
    heading: messages.heading(day),
    blocks: [
      { type: 'paragraph', text: messages.text },
      {
        type: 'facts',
        heading: messages.facts,
        rows: [
          [messages.entries, String(entries)],
          [messages.sequence, String(sequence)],
          [messages.hash, hash],
        ],
      },
      { type: 'paragraph', text: messages.check(`${sequence}:${hash}`) },
      { type: 'button', label: messages.open, url: `${siteUrl}/admin/contact-audit` },
    ],
    reason: messages.reason,
  };
}
