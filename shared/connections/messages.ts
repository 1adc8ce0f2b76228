import { MAX_RECIPIENTS } from './values.ts';

export const CONNECTION_MESSAGES = {
  host: 'Enter the name of the server, such as mail.example.com',
  port: 'Enter a port from 1 to 65535',
  encryption: 'Choose how the connection is encrypted',
  tooLong: (max: number) => `Use at most ${max} characters`,
  user: 'Enter the user name of the mailbox',
  password: 'Enter the password',
  address: 'Enter a valid email address',
  recipients: `Enter up to ${MAX_RECIPIENTS} email addresses, with commas`,
  fixed: (variable: string) => `Your host has set this (${variable}); it cannot be changed here.`,
  otherKey: 'It was encrypted with another key',
  unreadable: (label: string) => `${label}: needs to be entered again.`,
  notSet: 'Enter and save the connection, then test it.',
  senderNeeded: 'The mailbox needs a sender: visitors reply to its address.',
  tooMany: 'Too many changes and tests within an hour. Please try again later.',
} as const;

const PROBLEMS: readonly [RegExp, string][] = [
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'No server has this name. Check the host.'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'The server cannot be reached. Check host and port.'],
  [
    /certificate|self.signed|wrong version|SSL|TLS|encrypted/i,
    'The connection cannot be encrypted. Check host, port and encryption.',
  ],
  [/accept the sign-in|name and password/, 'The user name or the password is wrong.'],
  [/in time|timeout/i, 'The server did not respond in time. Check host and port.'],
];

/** A sentence for the owner, then the words of the server. */
export function describeConnectionProblem(problem: string): string {
  const [, sentence] = PROBLEMS.find(([pattern]) => pattern.test(problem)) ?? [];
  return sentence ? `${sentence} (${problem})` : problem;
}
