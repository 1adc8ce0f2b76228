/** What an enhanced status code says (RFC 3463, and the registry of its codes), the most exact first. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^\d\.1\.[016]$/u, 'There is no such mailbox'],
  [/^\d\.1\.(?:2|10)$/u, 'The domain of the address does not exist or takes no mail'],
  [/^\d\.1\.3$/u, 'The address is not well-formed'],
  [/^\d\.2\.1$/u, 'The mailbox is not in use any more'],
  [/^\d\.2\.2$/u, 'The mailbox is full'],
  [/^\d\.(?:2\.3|3\.4)$/u, 'The mail is too large for the mailbox'],
  [/^\d\.4\.[1247]$/u, 'The mail server of the address could not be reached'],
  [/^\d\.4\.6$/u, 'The mail went round in circles'],
  [/^\d\.7\./u, 'The mail server of the address takes no mail from us, or takes this one for spam'],
  [/^\d\.3\./u, 'The mail server of the address has a problem'],
  [/^\d\.4\./u, 'The mail did not find its way'],
  [/^\d\.6\./u, 'The mail server of the address cannot handle this mail'],
];

export function describeStatus(status: string): string {
  const [, reason] = REASONS.find(([pattern]) => pattern.test(status)) ?? [];
  return reason ?? 'The mail could not be delivered';
}

export const BOUNCE_MESSAGES = {
  withDetail: (reason: string, detail: string) => `${reason} (${detail})`,
  ofRecipient: (address: string, reason: string) => `${address}: ${reason}`,
  delayed: (reason: string) => `Not delivered yet, its way is tried further. ${reason}`,
} as const;
