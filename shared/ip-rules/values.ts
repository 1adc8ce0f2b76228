export const IP_RULE_TYPES = [
  { value: 'blacklist', label: 'Blacklist' },
  { value: 'whitelist', label: 'Whitelist' },
  { value: 'suspicious', label: 'Suspicious' },
] as const;

export type IpRuleType = (typeof IP_RULE_TYPES)[number]['value'];

/** Of two rules for the same range the first of these counts; otherwise the more specific one. */
export const RULE_PRECEDENCE: readonly IpRuleType[] = ['whitelist', 'blacklist', 'suspicious'];

/** A rule is replayed over the requests of this many days before it is added. */
export const PREVIEW_DAYS = 7;

/** Wider ranges than these would shut out whole networks of providers. */
export const WIDEST_BLOCKED_RANGE = { ipv4: 16, ipv6: 32 } as const;

export const MAX_IP_RULE_REASON = 500;

export const MAX_RANGE_TEXT = 60;
