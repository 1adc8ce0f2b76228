const IN_MAILBOX = 'The whole email is in the mailbox.';

function formatSize(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024))} kB`;
}

/** What an entry of the conversation says of a mail that is not shown as it is. */
export const INBOUND_MESSAGES = {
  tooLarge: (megabytes: number) =>
    `This mail has ${megabytes} MB, which is too much to be shown here. It is in the mailbox.`,
  unreadable: 'This mail cannot be shown here. It is in the mailbox.',
  noText: (subject: string) =>
    subject === ''
      ? 'The email has no text.'
      : `The email has no text. Its subject is “${subject}”.`,
  noSender: 'An unknown sender',
  filePending: 'it cannot be stored at the moment and will be tried again; it is in the mailbox',
  fileNotStored: 'it could not be stored; it may still be in the mailbox',
  sized: (label: string | number, bytes: number) =>
    `${typeof label === 'number' ? `${label} files` : label} (${formatSize(bytes)})`,
  smallImages: (name: string) => ({
    name,
    reason: `Small images inside the text are usually part of a signature. ${IN_MAILBOX}`,
  }),
  digitalSignature: (name: string) => ({
    name,
    reason: `Digital signatures are not checked here. ${IN_MAILBOX}`,
  }),
  deliveryReport: (name: string) => ({ name, reason: `It is a delivery report. ${IN_MAILBOX}` }),
  remoteImages: (count: number) => ({
    name: count === 1 ? '1 image on another server' : `${count} images on other servers`,
    reason: `Loading it would tell the sender that the email was read. ${IN_MAILBOX}`,
  }),
  longHtml: {
    name: 'Formatted text',
    reason: `It is too long or too deeply nested to be shown in full. ${IN_MAILBOX}`,
  },
  longText: (max: number) => ({
    name: 'The rest of the text',
    reason: `An entry shows ${max.toLocaleString('en-US')} characters. ${IN_MAILBOX}`,
  }),
  longQuote: (max: number) => ({
    name: 'The rest of the quoted text',
    reason: `An entry shows ${max.toLocaleString('en-US')} characters of it. ${IN_MAILBOX}`,
  }),
  garbled: {
    name: 'Some characters',
    reason: `The email does not say correctly how its text is encoded. ${IN_MAILBOX}`,
  },
  moreFiles: (count: number, max: number) => ({
    name: count === 1 ? '1 more file' : `${count} more files`,
    reason: `One email brings at most ${max} files. ${IN_MAILBOX}`,
  }),
  automaticFiles: (count: number) => ({
    name: count === 1 ? '1 file' : `${count} files`,
    reason: `Files of automatic replies are not stored. ${IN_MAILBOX}`,
  }),
} as const;
