import type { MailDetail } from '#shared/mails/admin-schema.ts';

export const MAILS_MESSAGES = {
  title: 'Sent emails',
  tabs: 'Mails and what they look like',
  list: 'Sent emails',
  samples: 'Previews',
  search: 'Search by recipient, reference or name',
  status: 'Status',
  allStatuses: 'All statuses',
  columns: {
    recipient: 'Recipient',
    status: 'Status',
    kind: 'Mail',
    about: 'About',
    attempts: 'Tries',
    created: 'Created',
    actions: 'Actions',
  },
  loading: 'Loading mails...',
  empty: 'No mails found',
  emptyHint: 'Each order and each message sends one to the team and one to the visitor.',
  loadFailed: 'Failed to load mails',
  nothing: '—',
  view: 'View',
  viewOne: (recipient: string) => `View the mail to ${recipient}`,
  identify: (recipient: string) => `the mail to ${recipient}`,
} as const;

export const RESEND_MESSAGES = {
  one: 'Send again',
  doneTitle: 'Sent emails',
  done: (count: number) =>
    count === 1 ? '1 mail will be sent again.' : `${count} mails will be sent again.`,
  none: 'None of these mails can be sent again: they are pending or sent.',
  failed: 'Failed to send again',
} as const;

export const MAIL_DIALOG_MESSAGES = {
  title: 'Mail',
  noun: 'mail',
  loading: 'Loading the mail...',
  facts: 'Delivery',
  recipients: 'To',
  status: 'Status',
  about: 'About',
  created: 'Created',
  attempts: 'Tries',
  lastAttempt: 'Last try',
  nextAttempt: 'Next try',
  sent: 'Delivered',
  saved: 'Saved',
  problem: 'Problem',
  messageId: 'Message-ID',
  subject: 'Subject',
  content: 'What it says',
  now: ({ status }: Pick<MailDetail, 'status'>) =>
    status === 'sent'
      ? 'Made from its record as it is now. What was sent shows it as it was then.'
      : 'Made from its record as it is now.',
  gone: 'What this mail is about is over or does not exist any more, so it cannot be shown.',
  secret: 'This mail holds a link that is for its recipient alone, so it is not shown.',
} as const;

export const PREVIEW_MESSAGES = {
  loading: 'Loading the preview...',
  choose: 'Mail',
} as const;
