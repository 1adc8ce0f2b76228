/** What an entry of the conversation says of a mail that is not shown as it is. */
export const INBOUND_MESSAGES = {
  tooLarge: (megabytes: number) =>
    `This mail has ${megabytes} MB, which is too much to be shown here. It is in the mailbox.`,
  unreadable: 'This mail cannot be shown here. It is in the mailbox.',
  noText: 'The mail has no text.',
  moreFiles: (count: number) => `${count} more files`,
  tooManyFiles: 'one mail brings 30 at the most',
  filePending: 'it cannot be stored at the moment and will be tried again; it is in the mailbox',
  fileNotStored: 'it could not be stored; it may still be in the mailbox',
} as const;
