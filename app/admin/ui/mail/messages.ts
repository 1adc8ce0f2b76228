export const CHECK_MESSAGES = {
  check: 'Check connection',
  checking: 'Checking...',
  failed: 'The check itself failed',
  works: {
    smtp: 'The mail server can be reached and takes mails from us.',
    file: 'Files can be written to DATA_DIR/outbox.',
  },
  inboxWorks: 'The mailbox for answers can be read.',
  sentence: (text: string) => (text.endsWith('.') ? text : `${text}.`),
} as const;
