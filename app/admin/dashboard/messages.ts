import { ADMIN_CHANGES } from '#shared/admin-changes/values.ts';
import {
  HIGH_THREAT_SCORE,
  LOGIN_ATTEMPTS_LOADED,
  MEDIUM_THREAT_SCORE,
} from '#shared/security-events/values.ts';
import {
  FIRST_BLOCK_MS,
  KINDS_FOR_BLOCK,
  MAX_BLOCK_MS,
  POINTS_OF_A_KIND,
  SUSTAINED_MS,
} from '#shared/traffic-signals/values.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const DASHBOARD_SCREEN_MESSAGES = {
  title: 'Admin Dashboard',
  tabs: 'Dashboard',
  isActive: 'System Active',
} as const;

export const SECURITY_MESSAGES = {
  measures: 'Security measures',
  password: { title: 'Password Security', text: 'Passwords are stored with bcrypt hashing' },
  xss: { title: 'XSS Protection', text: 'Sanitisation of user content' },
  session: {
    title: 'Session Security',
    text: 'Cryptographic tokens with 2-hour expiration',
  },
  rate: { title: 'Rate Limiting', text: 'Login attempts limited to 5 per hour per IP' },
  statistics: 'Sessions and sign-ins',
  labels: {
    active: 'Active Sessions',
    failed: 'Recent Failed Logins',
    level: 'Security Level',
  },
  failedHint: `Among the last ${LOGIN_ATTEMPTS_LOADED} attempts`,
  level: 'High',
  attempts: {
    heading: 'Recent Login Attempts',
    label: 'Recent login attempts',
    loading: 'Loading login attempts...',
    empty: 'No login attempts',
    emptyHint: 'Every sign-in is listed here, right or wrong, with the address it came from.',
  },
  username: 'Username',
  outcome: 'Outcome',
  success: 'Success',
  failed: 'Failed',
} as const;

export const MONITORING_SCREEN_MESSAGES = {
  tabs: 'Monitoring',
  views: [
    { value: 'overview', label: 'Overview' },
    { value: 'events', label: 'Security Events' },
    { value: 'requests', label: 'Request Logs' },
    { value: 'rules', label: 'IP Rules' },
  ],
  statistics: 'Traffic today',
  labels: {
    requestsToday: 'Requests Today',
    blockedToday: 'Blocked Today',
    uniqueIps: 'Unique IPs',
    averageThreatScore: 'Avg Threat Score',
  },
  paused: 'Paused',
  refreshes: 'Refreshes every 30 seconds',
  lastAt: ', last at ',
  resume: 'Resume',
  pause: 'Pause',
  refresh: 'Refresh',
} as const;

export const PROTECTION_CARD_MESSAGES = {
  mode: 'Protection mode',
  chosenBy: (username: string) => `Chosen by ${username}, `,
  on: {
    title: 'Protection is on',
    text: 'IP rules are in force. An address that attacks is limited and then blocked automatically.',
  },
  simulate: {
    title: 'Nothing is blocked: protection only simulates',
    text: 'IP rules have no effect, and nobody is limited. Events say what would have been blocked.',
    question: {
      title: 'Only simulate?',
      text: 'From now on nothing is blocked or limited, and IP rules have no effect, until protection is on again. Events say what would have been blocked.',
      confirmLabel: 'Simulate',
      isDestructive: true,
    },
  },
  off: {
    title: 'Nothing is blocked: protection is off',
    text: 'IP rules have no effect, no score is kept, and no events are written. Requests are still logged.',
    question: {
      title: 'Turn protection off?',
      text: 'From now on nothing is blocked or limited, IP rules have no effect and no events are written, until protection is on again.',
      confirmLabel: 'Turn off',
      isDestructive: true,
    },
  },
} as const;

export const TRAFFIC_MESSAGES = {
  chart: 'Traffic by hour, today',
  scope: 'by hour',
  from: 'From',
  requests: 'Requests',
  blocked: 'Blocked',
  highestScore: 'Highest threat score',
  noEvent: 'no event',
  threats: {
    heading: 'Top Threat IPs Today',
    label: 'Top threat IPs today',
    loading: 'Loading threats...',
    empty: 'No threats today',
    emptyHint:
      'Nothing to do. Addresses that raise suspicion appear here, each with a button to block it.',
  },
  score: 'Highest score',
  events: 'Events',
  last: 'Last event',
  blacklisted: 'Blacklisted',
  block: 'Block',
} as const;

export const EVENT_MESSAGES = {
  label: 'Security events',
  details: 'Details',
  event: 'Event',
  score: 'Threat score',
  loading: 'Loading security events...',
  empty: 'No security events',
  emptyHint:
    'An event is written when the threat score of an address reaches 40, and when an administrator changes what visitors see, IP rules, settings, protection or accounts.',
  commandLine: 'Command line',
  detailsOf: (event: string, ipAddress: string) => `Details of ${event}, ${ipAddress}`,
  more: (count: number) => ` and ${count} more`,
  noReason: 'None given',
  flag: 'Flag',
  samples: 'Sample requests',
  samplesOf: (ipAddress: string, date: string) => `Sample requests of ${ipAddress}, ${date}`,
  request: 'Request',
  noSample: 'None kept',
} as const;

export const EVENT_MEANINGS: Record<string, string> = {
  elevated_threat: 'The score reached 40: the address was held to tighter limits.',
  high_threat:
    'The score reached 70, but the address was not blocked: it is exempt, it calmed down within seconds, or the evidence was of one kind only.',
  ddos_block: 'The address was blocked automatically, with a rule that ends.',
  ...ADMIN_CHANGES,
  unusual_reading:
    'An administrator opened more enquiries within minutes than somebody does who answers them.',
  second_factor_paused:
    'Too many wrong codes were entered for one account, so codes from its authenticator app are paused for an hour. Passkeys and recovery codes still work. Someone else may know the password.',
  new_sign_in: 'An administrator signed in from a browser or network not seen before.',
  backup_failed: 'The backup of a night could not be made, or not be restored, three times.',
  files_lost:
    'The backup of a night found files of enquiries missing, or changed, in the file store.',
  audit_broken:
    'The rehearsal of a backup found that entries of the audit were changed or removed, or that its key is another one.',
  simulated_block:
    'The address would have been blocked, but protection only simulated at the time.',
};

/** 'acknowledged by selin'; without a name an administrator who is no more. */
function acknowledgedBy(username: string | null): string {
  return `acknowledged by ${username ?? 'an administrator who is no more'}`;
}

export const ATTENTION_MESSAGES = {
  label: 'Events that need attention',
  needed: (count: number) =>
    count === 1 ? '1 event needs immediate attention' : `${count} events need immediate attention`,
  show: 'Show events',
  acknowledge: 'Acknowledge',
  acknowledged: 'Acknowledged for every administrator',
  failed: 'Failed to acknowledge the events',
  lastAcknowledged: (count: number, username: string | null) =>
    `${count === 1 ? '1 event' : `${count} events`} ${acknowledgedBy(username)}, `,
  acknowledgedBy,
  filter: 'Events',
  filters: [
    { value: 'all', label: 'All events' },
    { value: 'attention', label: 'Needs attention' },
  ],
} as const;

export const REQUEST_LIST_MESSAGES = {
  label: 'Request logs',
  endpoint: 'Endpoint',
  weight: 'Stands for',
  loading: 'Loading request logs...',
  empty: 'No requests logged',
  emptyHint: 'Requests of the back office itself are left out.',
  ipAddress: 'IP address or range',
  status: 'Status',
  allStatuses: 'All statuses',
  from: 'From',
  to: 'To',
  admins: 'With the back office',
  isAdmin: 'Back office',
  standsFor: (weight: number, count: string) => (weight === 1 ? '1 request' : `${count} requests`),
  ofEvent: 'Requests',
} as const;

export const SIGNAL_MESSAGES = {
  summary: 'How the threat score and a block come about',
  rules: [
    'For every address, and every /64 network of IPv6, each signal has a level. It rises with what is counted and halves in the time of the last column.',
    'What lies above the free level brings points. The points of all signals together, 100 at most, are the threat score.',
    `From ${MEDIUM_THREAT_SCORE} points on an address is held to tighter limits, and an event is written.`,
    `An address is blocked when it has ${HIGH_THREAT_SCORE} points or more for ${SUSTAINED_MS / 1_000} seconds, and at least ${KINDS_FOR_BLOCK} signals give ${POINTS_OF_A_KIND} points each. The first block lasts ${FIRST_BLOCK_MS / MINUTE_MS} minutes; each further one twice as long, up to ${MAX_BLOCK_MS / HOUR_MS} hours.`,
    'Never blocked by the score: this machine, trusted proxies, whitelisted addresses, and an address from which an administrator is working.',
    'While the whole site is flooded, the free level of requests shrinks for everybody until the flood is over.',
  ],
  table: 'Signals',
  signal: 'Signal',
  counts: 'What counts',
  allowance: 'Free up to',
  points: 'Points for each above',
  max: 'At most',
  half: 'Halves in',
  minutes: (durationMs: number) => `${durationMs / MINUTE_MS} min`,
} as const;
