export const ADMIN_CHANGES = {
  protection_mode_changed: 'Somebody chose how protection acts.',
  alert_acknowledged: 'Somebody acknowledged events that needed attention.',
  ip_rule_added: 'Somebody added an IP rule.',
  ip_rule_removed: 'Somebody removed an IP rule.',
  test_email_sent: 'An administrator sent a test email to their own address.',
  settings_changed: 'Somebody changed the settings of the site.',
  content_published: 'Somebody showed content to visitors.',
  content_changed: 'Somebody changed content that visitors see.',
  content_unpublished:
    'Somebody took content off the site; it is a draft, or not featured any more.',
  content_deleted: 'Somebody deleted content.',
  content_restored: 'Somebody restored deleted content.',
  sample_removed: 'An administrator removed the sample content.',
  admin_created: 'Somebody made an administrator.',
  admin_password_reset: 'Somebody set a new password for an administrator and let them in again.',
  admin_disabled: 'Somebody keeps an administrator out from now on.',
  admin_enabled: 'Somebody lets an administrator in again.',
  admin_invited: 'Somebody invited an administrator by mail.',
  admin_invitation_revoked: 'Somebody revoked the invitation of an administrator.',
  admin_joined: 'Somebody accepted an invitation and is an administrator now.',
  admin_email_changed: 'An administrator changed their own e-mail address.',
  admin_role_changed: 'Somebody gave an administrator another role.',
  password_changed: 'An administrator changed their own password.',
  second_factor_on: 'An administrator turned two-step sign-in on.',
  second_factor_off: 'An administrator turned two-step sign-in off.',
  installation_restored: 'Somebody restored the site from a backup.',
  key_replaced: 'A lost key was replaced.',
  connection_changed: 'An administrator changed a connection.',
  connection_tested: 'An administrator tested a connection.',
} as const;

export type AdminChange = keyof typeof ADMIN_CHANGES;

export const ADMIN_CHANGE_TYPES = Object.keys(ADMIN_CHANGES) as [AdminChange, ...AdminChange[]];

const COMMAND_LINE = 'On the command line';
const BY = 'By ';
const OF = 'Of ';

const MAX_VALUE = 200;

/** The values of what was changed; none of them may be a secret. */
export type ChangedValues = Readonly<Record<string, unknown>>;

function describeValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_VALUE
    ? `${text.slice(0, MAX_VALUE)}… (${text.length} characters)`
    : text;
}

/** 'By selin', then 'tagline: "a" → "b"' for each value that differs. */
export function changeReasons(
  username: string | null,
  before: ChangedValues,
  after: ChangedValues,
  subject?: string,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = names
    .map((name) => [name, describeValue(before[name]), describeValue(after[name])] as const)
    .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return [
    username === null ? COMMAND_LINE : `${BY}${username}`,
    ...(subject === undefined ? [] : [`${OF}${subject}`]),
    ...changes.map(([name, from, to]) => `${name}: ${from} → ${to}`),
  ];
}

export function readChangeReasons(reasons: readonly string[]) {
  const [first = '', second = ''] = reasons;
  const username = first.startsWith(BY) ? first.slice(BY.length) : null;
  const hasWho = username !== null || first === COMMAND_LINE;
  const subject = hasWho && second.startsWith(OF) ? second.slice(OF.length) : null;
  return { username, subject, details: reasons.slice(Number(hasWho) + Number(subject !== null)) };
}
