import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import { buffer } from 'node:stream/consumers';
import type { ComposedMail, OutgoingMail } from './mail.ts';

export type DkimKey = { domainName: string; keySelector: string; privateKey: string };

export async function composeMime(
  { to, references, attachments = [], isPersonal, ...mail }: OutgoingMail,
  dkim: DkimKey | null,
): Promise<ComposedMail> {
  const node = new MailComposer({
    ...mail,
    to: [...to],
    ...(references && { references: [...references] }),
    attachments: [...attachments],
    // Prevents automatic replies (RFC 3834).
    headers: {
      ...(!isPersonal && { 'Auto-Submitted': 'auto-generated' }),
      'X-Auto-Response-Suppress': 'All',
    },
    newline: 'windows',
    // Input must never make this machine open a file or address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from: sender, to: recipients } = node.getEnvelope();
  const unsigned = await node.build();
  const raw = dkim === null ? unsigned : await buffer(new DKIM(dkim).sign(unsigned));
  return { messageId: mail.messageId, raw, envelope: { from: sender || '', to: recipients } };
}
