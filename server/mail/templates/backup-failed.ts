import type { MailContent } from './content.ts';
import { BACKUP_MESSAGES as messages } from './messages.ts';

export type FailedBackup = {
  day: string;
  error: string;
  /** When one was restored successfully for the last time. */
  restoredAt: Date | null;
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
