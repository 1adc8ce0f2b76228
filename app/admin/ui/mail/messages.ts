export const CHECK_MESSAGES = {
  check: 'Check connection',
  checking: 'Checking...',
  failed: 'The check itself failed',
  works: {
    smtp: 'The mail server can be reached and takes mails from us.',
    file: 'Files can be written to DATA_DIR/outbox.',
  },
} as const;
