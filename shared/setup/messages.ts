import type { GoLiveCheck } from './admin-schema.ts';

type CheckText = {
  label: string;
  /** Next step while the check is open. */
  advice: string;
  /** Small print for the person who runs the server. */
  setting?: string;
};

/** Read by the back office and by `npm run doctor`. */
export const GO_LIVE_LABELS: Record<GoLiveCheck, CheckText> = {
  company: {
    label: 'Company facts',
    advice: "Enter your company's name, email and address.",
  },
  sample: {
    label: 'No examples left',
    advice: 'Replace or remove what still belongs to the sample company.',
  },
  headline: {
    label: 'Headline of the home page',
    advice: 'Write the first sentence that visitors read.',
  },
  copyright: {
    label: 'Year in the copyright line',
    advice: 'Write {year} instead of the year: it is always the current one.',
  },
  address: {
    label: 'Your own domain',
    advice: 'Ask your host to give the site its public address.',
    setting: 'PUBLIC_URL',
  },
  certificate: {
    label: 'Encrypted connection',
    advice: 'Ask your host for a certificate, so that the address begins with https.',
    setting: 'PUBLIC_URL',
  },
  sending: {
    label: 'Emails are sent',
    advice: 'Connect a mail server, then send yourself a test.',
    setting: 'SMTP_URL, MAIL_FROM',
  },
  spf: {
    label: 'Emails are trusted (SPF)',
    advice: 'Let the domain name your mail server, so that your emails are not taken for spam.',
  },
  dkim: {
    label: 'Emails are signed (DKIM)',
    advice: 'Publish the key that your emails are signed with.',
  },
  receiving: {
    label: 'Replies arrive',
    advice: 'Connect the mailbox that visitors reply to.',
    setting: 'IMAP_URL',
  },
  backup: {
    label: 'Nightly backup',
    advice: 'Connect a bucket that backups go to each night, or ask your host for a folder.',
    setting: 'BACKUP_TARGET',
  },
  clock: {
    label: 'Time zone',
    advice: 'Give the company and its office hours the same time zone.',
  },
  legal: {
    label: 'Legal identity',
    advice: 'Enter the registered name and a register or tax number.',
  },
  privacy: {
    label: 'Privacy policy',
    advice: 'Read the privacy policy and save a text of your own.',
  },
  review: {
    label: 'Legal texts reviewed',
    advice: 'Have a lawyer review the terms and the privacy policy, then confirm it in Settings.',
  },
};
