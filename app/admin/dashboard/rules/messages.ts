import { PREVIEW_DAYS } from '#shared/ip-rules/values.ts';
import { TIGHT_LIMITS } from '#shared/traffic-signals/values.ts';

export const RULES_MESSAGES = {
  label: 'IP rules',
  range: 'IP address or range',
  type: 'Type',
  reason: 'Reason',
  added: 'Added',
  ends: 'Ends',
  add: 'Add IP rule',
  loading: 'Loading IP rules...',
  empty: 'No IP rules',
  emptyHint: 'Press Add IP rule to allow, block or watch an address.',
  automatic: 'Automatic',
  by: (username: string) => `by ${username}`,
  never: 'Never',
  expired: 'Expired',
  remove: 'Remove',
} as const;

export const RULE_FORM_MESSAGES = {
  save: 'Add rule',
  rangeHint:
    'For example 203.0.113.9, 203.0.113.0/24 or 2001:db8::/64. One IPv6 visitor usually has a whole /64.',
  typeHints: {
    blacklist: 'Every request is refused, with the reason and the end.',
    whitelist: 'Never limited or blocked, whatever it does. Wins over a block of the same range.',
    suspicious: 'Keeps its access, with tighter limits.',
  },
  shownReason: 'Shown to the blocked visitor.',
  ownReason: 'For administrators only.',
  optionalEnd: 'Ends (optional)',
  endHint: 'In your local time. Without it the rule stays until it is removed.',
} as const;

export const RULE_QUESTIONS = {
  Block: 'It is added to the blacklist',
  Flag: 'It is marked as suspicious',
  consequence: (consequence: string, reason: string) =>
    `${consequence} with the reason “${reason}”, until the rule is removed.`,
  title: (verb: string, ipAddress: string) => `${verb} ${ipAddress}?`,
  range: 'One visitor usually has the whole range, and it is counted as one address.',
  remove: (ipAddress: string, ruleType: string) => ({
    title: `Remove the rule for ${ipAddress}?`,
    text: `The address leaves the list “${ruleType}”.`,
    confirmLabel: 'Remove',
    isDestructive: true,
  }),
} as const;

export const RULE_EFFECT_MESSAGES = {
  title: 'Effect of the rule',
  idle: `Enter an address or a range: the rule is then replayed over the requests of the last ${PREVIEW_DAYS} days.`,
  counting: 'Counting...',
  countAgain: 'Count again',
  rejected: (reason: string) => `The rule would be refused. ${reason}.`,
  none: (ipAddress: string) =>
    `No request of the last ${PREVIEW_DAYS} days came from ${ipAddress}.`,
  effect: (effect: string) => `In the last ${PREVIEW_DAYS} days it would have ${effect}`,
  effects: {
    blacklist: 'stopped',
    whitelist: 'let through without score and limits',
    suspicious: 'held to tighter limits',
  },
  refused: (count: number, formatted: string) =>
    `${formatted} of the requests ${count === 1 ? 'was' : 'were'} refused at the time (403 or 429).`,
  estimate: 'Under load the log keeps only some of the requests: these figures are estimates.',
  limits: `A suspicious address keeps its access: ${TIGHT_LIMITS.burst} requests at once, then ${TIGHT_LIMITS.perSecond} a second, and ${TIGHT_LIMITS.forms} forms at once. `,
  overLimit: (count: string) =>
    `At least ${count} of the requests would have been refused, counted by the minute.`,
  underLimit: 'In no minute were there more requests than that.',
  harm: (shutOut: string[]) =>
    `Careful: this rule would have turned away ${shutOut.join(' and ')}.`,
} as const;

export const RULE_EFFECT_NOUNS = {
  requests: ['request', 'requests'],
  addresses: ['address', 'addresses'],
  enquiries: ['enquiry', 'enquiries'],
  administratorSignIns: ['administrator sign-ins', 'administrator sign-ins'],
  leads: ['order or message', 'orders or messages'],
  signIns: ['sign-in of an administrator', 'sign-ins of administrators'],
} as const satisfies Record<string, readonly [string, string]>;

export const COLUMN_MESSAGES = {
  time: 'Time',
  ipAddress: 'IP address',
  status: 'Status',
  reasons: 'Reasons',
  actions: 'Actions',
} as const;
