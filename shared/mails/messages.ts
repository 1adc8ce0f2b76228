export const MAIL_ADMIN_MESSAGES = {
  notFound: 'This mail does not exist any more.',
  status: 'This status is not known',
  search: 'This search is not possible',
  kind: 'There is no such mail',
  noOwnAddress: 'Your account has no email address. Enter one under Security, then send the test.',
  tooManyTests: 'Too many tests within an hour. Please try again later.',
} as const;

export const DELIVERY_MESSAGES = {
  rejected: (detail: string) => `The mail server does not take this mail: ${detail}`,
  putOff: (detail: string) => `The mail server puts this mail off: ${detail}`,
  malformed: (detail: string) => `No mail can be made of this: ${detail}`,
  signIn: (detail: string) => `The mail server does not accept the sign-in: ${detail}`,
  encryption: (detail: string) =>
    `The connection to the mail server cannot be encrypted: ${detail}`,
  noSpace: (detail: string) => `There is no space left for the mail's file: ${detail}`,
  serverRejects: (detail: string) => `The mail server takes no mail from us: ${detail}`,
  unreachable: (detail: string) => `The mail server cannot be reached: ${detail}`,
  fileFailed: (detail: string) => `The mail's file cannot be written: ${detail}`,
  tooSlow: 'The mail server did not respond in time',
  partly: (addresses: readonly string[]) =>
    `The mail server did not take the recipients ${addresses.join(', ')}`,
  recordGone: 'What this mail is about was deleted before it could be sent',
  unknownKind: 'This version does not know this kind of mail',
  notComposed: 'The text of this mail could not be made; the log says why',
  withdrawn: 'What it is about was over before it could be sent',
  aboveLimit:
    'Held back: automatic emails to this address have reached their daily limit. Replies are sent as usual',
  outdated: 'It was not sent within three days, when it was no news any more',
} as const;

export const INBOX_MESSAGES = {
  signIn: (detail: string) => `The mailbox does not accept the name and password: ${detail}`,
  unreachable: (detail: string) => `The mailbox cannot be reached: ${detail}`,
  noMailbox: (path: string) => `There is no mailbox ${path} that this user may read`,
  tooSlow: 'The mailbox did not respond in time',
  connectionLost: 'The connection to the mailbox was closed',
} as const;
