import { type IpRuleType, MAX_IP_RULE_REASON, WIDEST_BLOCKED_RANGE } from './values.ts';

export const IP_RULE_MESSAGES = {
  addFailed: 'Failed to add IP rule',
  removed: 'IP rule removed',
  removeFailed: 'Failed to remove IP rule',
  address: 'Enter an IP address such as 203.0.113.9, or a range such as 203.0.113.0/24',
  type: 'Choose blacklist, whitelist or suspicious',
  reason: 'Reason is required',
  reasonTooLong: `The reason must be at most ${MAX_IP_RULE_REASON} characters`,
  end: 'Enter a date and time in the future',
  ownAddress: 'This is your own address, or a range around it: you would lock yourself out',
  loopback: 'Addresses of this machine itself cannot be blacklisted',
  proxy:
    'This is the address of a trusted proxy, or a range around it: it stands for every visitor',
  tooWide: `A blacklisted range may not be wider than /${WIDEST_BLOCKED_RANGE.ipv4} (IPv4) or /${WIDEST_BLOCKED_RANGE.ipv6} (IPv6)`,
  duplicate: 'There is already a rule of this type for this address',
  previewTooLarge:
    'There are too many requests in the log to count the effect in time. The rule can be added all the same.',
  previewFailed: 'The effect could not be counted. The rule can be added all the same.',
  notFound: 'This rule does not exist any more.',
} as const;

/** 'IP 203.0.113.9 added to blacklist' */
export function ruleAddedMessage(address: string, type: IpRuleType): string {
  return `IP ${address} added to ${type}`;
}

export const AUTOMATIC_REASON = 'Blocked because of threat score ';

export function blockReason(threatScore: number): string {
  return `${AUTOMATIC_REASON}${threatScore}`;
}

export function flagReason(eventType: string): string {
  return `Flagged because of event ${eventType}`;
}
