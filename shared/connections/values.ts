/** Each has one row; the variable of the environment wins over it. A secret is never sent back. */
export const CONNECTIONS = {
  smtp: { label: 'Mail server', variable: 'SMTP_URL', secret: 'password' },
  sender: { label: 'Sender', variable: 'MAIL_FROM', secret: null },
  team: { label: 'Notices to your team', variable: 'NOTIFY_EMAIL', secret: null },
  imap: { label: 'Mailbox for replies', variable: 'IMAP_URL', secret: 'password' },
  backup: { label: 'Backup bucket', variable: 'BACKUP_TARGET', secret: 'secret' },
} as const;

export type ConnectionKind = keyof typeof CONNECTIONS;

export const CONNECTION_KINDS = Object.keys(CONNECTIONS) as ConnectionKind[];

export const TESTED_KINDS = ['smtp', 'imap', 'backup'] as const;

export type TestedKind = (typeof TESTED_KINDS)[number];

export const ENCRYPTIONS = [
  { value: 'tls', label: 'TLS from the start' },
  { value: 'starttls', label: 'STARTTLS' },
] as const;

export const MAX_RECIPIENTS = 20;
