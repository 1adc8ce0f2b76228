import type { MailContent } from './content.ts';
import { BACKUP_MESSAGES as messages, LOST_FILES_MESSAGES as lost } from './messages.ts';

export type FailedBackup = {
  day: string;
  error: string;
  restoredAt: Date | null;
};

export type LostFiles = {
  day: string;
  count: number;
  problems: readonly string[];
};

export function backupFailedMail(
  { day, error, restoredAt }: FailedBackup,
  siteUrl: string,
): MailContent {
  const when = restoredAt && `${restoredAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: messages.subject(day),
    preheader: messages.preheader,
    heading: messages.heading,
    blocks: [
      { type: 'paragraph', text: messages.failed(day) },
      { type: 'quote', heading: messages.reason, text: error },
      { type: 'paragraph', text: messages.last(when) },
      { type: 'button', label: messages.open, url: `${siteUrl}/admin` },
    ],
    reason: messages.why,
  };
}

export function lostFilesMail({ day, count, problems }: LostFiles, siteUrl: string): MailContent {
  return {
    subject: lost.subject(day),
    preheader: lost.preheader,
    heading: lost.heading,
    blocks: [
      { type: 'paragraph', text: lost.lost(day, count) },
      { type: 'list', heading: lost.files, items: problems },
      { type: 'paragraph', text: lost.restore },
      { type: 'button', label: messages.open, url: `${siteUrl}/admin` },
    ],
    reason: messages.why,
  };
}
