/** A mail that has waited for longer is reported: delivery takes seconds. */
export const OVERDUE_MS = 15 * 60_000;

export const RECENT_FAILURES_DAYS = 7;

export const MAIL_TRANSPORTS = ['smtp', 'file'] as const;

export const SAVED_NOT_SENT = 'Saved, not sent: no mail server';

export const MAIL_STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
  { value: 'expired', label: 'Expired' },
  { value: 'bounced', label: 'Bounced' },
] as const;

export type MailStatus = (typeof MAIL_STATUSES)[number]['value'];

export const UNDELIVERED_STATUSES: readonly MailStatus[] = ['failed', 'expired', 'bounced'];

export const SAMPLE_MAILS = [
  { value: 'orders.confirmation', label: 'Receipt of an order' },
  { value: 'orders.notify-team', label: 'Notice of an order' },
  { value: 'messages.confirmation', label: 'Receipt of a message' },
  { value: 'messages.notify-team', label: 'Notice of a message' },
  { value: 'conversations.reply', label: 'Reply' },
  { value: 'conversations.team', label: 'Notice of a further word' },
  { value: 'promise.reminder', label: 'Reminder of a promise' },
  { value: 'promise.webhook', label: 'Reminder to the webhook' },
  { value: 'reports.weekly', label: 'Weekly digest' },
  { value: 'backup.failed', label: 'Alarm about a failed backup' },
  { value: 'backup.files-lost', label: 'Alarm about lost files' },
  { value: 'audit.head', label: 'End of the contact audit' },
  { value: 'admin-users.invitation', label: 'Invitation' },
  { value: 'admin-users.codes-paused', label: 'Alarm about wrong sign-in codes' },
  { value: 'tracking.link', label: 'Links to enquiries' },
  { value: 'tracking.confirm-email', label: 'Confirmation of a new address' },
  { value: 'tracking.email-changed', label: 'Notice of a new address' },
  { value: 'tracking.confirm-erasure', label: 'Confirmation of an erasure' },
  { value: 'tracking.confirm-person-erasure', label: 'Confirmation of the erasure of a person' },
  { value: 'tracking.confirm-person-export', label: 'Everything about a person' },
  { value: 'tracking.erasure-held', label: 'Notice of an erasure that has to wait' },
] as const;

export type SampleMail = (typeof SAMPLE_MAILS)[number]['value'];

export function mailKindLabel(kind: string): string {
  if (kind === 'emails.test') return 'Test email';
  return SAMPLE_MAILS.find(({ value }) => value === kind)?.label ?? kind;
}

export const MAX_MAIL_SEARCH = 200;
