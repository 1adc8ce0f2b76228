import { MAX_RECIPIENTS } from './values.ts';

export const CONNECTION_MESSAGES = {
  host: 'Enter the name of the server, such as mail.example.com',
  port: 'Enter a port from 1 to 65535',
  encryption: 'Choose how the connection is encrypted',
  tooLong: (max: number) => `Use at most ${max} characters`,
  user: 'Enter the user name of the mailbox',
  password: 'Enter the password',
  endpoint: 'Enter an address that begins with https://, or leave it empty for AWS',
  region: 'Enter the region, such as eu-central-1',
  bucket: 'Enter the name of the bucket: lower-case letters, digits, dots and hyphens',
  prefix: 'Use letters, digits, dots, hyphens and slashes, such as backups/site',
  key: 'Enter the access key ID',
  secret: 'Enter the secret access key',
  address: 'Enter a valid email address',
  recipients: `Enter up to ${MAX_RECIPIENTS} email addresses, with commas`,
  fixed: (variable: string) => `Your host has set this (${variable}); it cannot be changed here.`,
  otherKey: 'It was encrypted with another key',
  unreadable: (label: string) => `${label}: needs to be entered again.`,
  isFolder: 'Your host has chosen a folder. The command npm run doctor tests it.',
  notSet: 'Enter and save the connection, then test it.',
  senderNeeded: 'The mailbox needs a sender: visitors reply to its address.',
  tooMany: 'Too many changes and tests within an hour. Please try again later.',
} as const;

const PROBLEMS: readonly [RegExp, string][] = [
  [/NoSuchBucket/, 'There is no such bucket. Check bucket, endpoint and region.'],
  [/InvalidAccessKeyId|SignatureDoesNotMatch/, 'The key ID or the secret key is wrong.'],
  [/AccessDenied|Forbidden|^403$/, 'The key must be allowed to list, write, read and delete here.'],
  [/PermanentRedirect|HeaderMalformed/, 'The bucket is in another region.'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'No server has this name. Check the address.'],
  [/ECONN|EHOSTUNREACH|ENETUNREACH/, 'The server cannot be reached. Check address and port.'],
  [
    /cert|self.signed|VERIFY_|wrong version|EPROTO|SSL|TLS|encrypted/i,
    'The connection cannot be encrypted. Check address, port and encryption.',
  ],
  [/accept the sign-in|name and password/, 'The user name or the password is wrong.'],
  [/in time|timeout|ETIMEDOUT/i, 'The server did not respond in time. Check address and port.'],
  [/^\w+$/, 'The bucket cannot be used.'],
];

/** A sentence for the owner, then the words of the server. */
export function describeConnectionProblem(problem: string): string {
  const [, sentence] = PROBLEMS.find(([pattern]) => pattern.test(problem)) ?? [];
  return sentence ? `${sentence} (${problem})` : problem;
}
