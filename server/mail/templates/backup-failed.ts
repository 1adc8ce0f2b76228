import type { MailContent } from './content.ts';
import { BACKUP_MESSAGES as messages, LOST_FILES_MESSAGES as lost } from './messages.ts';

export type FailedBackup = {
  day: string;
  error: string;
  /** When one was restored successfully for the last time. */
  restoredAt: Date | null;
};

export type LostFiles = {
  day: string;
  count: number;
  /** What is wrong with the first of them. */
  problems: readonly string[];
};

/** The alarm of a nightly backup that failed for good. */
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

/** The alarm of a nightly backup that is fine, except that the store no longer has files of enquiries. */
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
