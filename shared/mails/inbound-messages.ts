/** Part of an email that is not shown, and why. */
export type Omission = { name: string; reason: string };

function omit(name: string, reason: string): Omission {
  return { name, reason: `${reason} The whole email is in the mailbox` };
}

function count(number: number, one: string, several: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${several}`;
}

export const INBOUND_MARKS = {
  'sender-not-verified': {
    label: 'Sender not verified',
    hint: 'The mail server reports that the address of the sender is probably forged. Check another way before you act on it.',
  },
  'revoked-address': {
    label: 'Revoked address',
    hint: 'It answers an email from before the link was revoked. Check who wrote it before you act on it.',
  },
} as const;

export type InboundMark = keyof typeof INBOUND_MARKS;

export const INBOUND_MESSAGES = {
  tooLarge: (megabytes: number) =>
    `This mail has ${megabytes} MB, which is too much to be shown here. It is in the mailbox.`,
  unreadable: 'This mail cannot be shown here. It is in the mailbox.',
  noText: (subject: string) =>
    subject === ''
      ? 'The email has no text.'
      : `The email has no text. Its subject is “${subject}”.`,
  noSender: 'An unknown sender',
  filePending: 'It cannot be stored at the moment and will be tried again. It is in the mailbox',
  fileNotStored: 'It could not be stored. It may still be in the mailbox',
  sized: (label: string, bytes: number) => `${label} (${Math.max(1, Math.round(bytes / 1024))} kB)`,
  smallImages: (name: string) =>
    omit(name, 'Small images inside the text are usually part of a signature.'),
  digitalSignature: (name: string) => omit(name, 'Digital signatures are not checked here.'),
  deliveryReport: (name: string) => omit(name, 'It is a delivery report.'),
  remoteImages: (number: number) =>
    omit(
      count(number, 'image on another server', 'images on other servers'),
      'Loading it would tell the sender that the email was read.',
    ),
  longHtml: omit('Formatted text', 'It is too long or too deeply nested to be shown in full.'),
  longText: (max: number) => omit('The rest of the text', `An entry shows ${max} characters.`),
  longQuote: (max: number) =>
    omit('The rest of the quoted text', `An entry shows ${max} characters of it.`),
  garbled: omit('Some characters', 'The email does not say correctly how its text is encoded.'),
  moreFiles: (number: number, max: number) =>
    omit(count(number, 'more file', 'more files'), `One email brings at most ${max} files.`),
  automaticFiles: (number: number) =>
    omit(count(number, 'file', 'files'), 'Files of automatic replies are not stored.'),
  tooMany: (isVisitor: boolean) =>
    `${isVisitor ? 'The address on record' : 'A sender who may not be the visitor'} sent more emails than are accepted in an hour or a day. The others are in the mailbox.`,
} as const;
