import type { MailState } from '#shared/mails/admin-schema.ts';
import type { AdminChange } from '#shared/admin-changes/values.ts';

const GIB = 2 ** 30;
const MIB = 2 ** 20;

function sizeText(bytes: number): string {
  return bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : `${Math.round(bytes / MIB)} MB`;
}

function countText(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
}

/** 'office hours', from 'officeHours' */
function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export const UNANSWERED_MESSAGES = {
  title: 'Waiting for an answer',
  counted: (total: number, overdue: number) =>
    overdue === 0
      ? `${total} unanswered, all within the promised time`
      : `${total} unanswered, ${overdue} of them overdue`,
  oldest: ', the oldest came ',
  trend: (inTime: number, before: number | null) =>
    [
      `Promise kept: ${Math.round(inTime * 100)} % in the last 7 days`,
      ...(before === null ? [] : [`${Math.round(before * 100)} % in the 7 before`]),
    ].join(', '),
  queue: 'Answer next',
  newOrders: 'New orders',
  newMessages: 'New messages',
  empty: 'Nobody waits for an answer',
  emptyHint: 'New orders and messages appear here at once, the oldest deadline first.',
  orders: 'All orders',
  messages: 'All messages',
} as const;

export const CHANGE_MESSAGES = {
  title: 'Last changes',
  types: {
    protection_mode_changed: 'Protection mode changed',
    alert_acknowledged: 'Alert acknowledged',
    ip_rule_added: 'IP rule added',
    ip_rule_removed: 'IP rule removed',
    test_email_sent: 'Test email sent',
    settings_changed: 'Settings changed',
    content_published: 'Published',
    content_changed: 'Changed on the site',
    content_unpublished: 'Taken off the site',
    content_deleted: 'Deleted',
    content_restored: 'Restored',
    sample_removed: 'Examples removed',
    admin_created: 'Administrator added',
    admin_enabled: 'Administrator let in again',
    admin_invited: 'Administrator invited',
    admin_invitation_revoked: 'Invitation revoked',
    admin_joined: 'Invitation accepted',
    admin_email_changed: 'E-mail address of an administrator changed',
    admin_role_changed: 'Role of an administrator changed',
    admin_password_reset: 'Password of an administrator set',
    admin_disabled: 'Administrator shut out',
    password_changed: 'Own password changed',
    second_factor_on: 'Two-step sign-in turned on',
    second_factor_off: 'Two-step sign-in turned off',
    installation_restored: 'Restored from a backup',
    key_replaced: 'Replaced a lost key',
    connection_changed: 'Connection changed',
    connection_tested: 'Connection tested',
  } satisfies Record<AdminChange, string>,
  by: (username: string | null) => `${username ?? 'Command line'}, `,
  all: 'All security events',
  empty: 'Nothing has been changed yet',
  emptyHint: 'What you publish, settings and rules are listed here with who changed them.',
  write: 'Write a post',
} as const;

/** 5 min, 6 h, 3 days: the whole units of a time. */
function roughTime(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(1, Math.round(ms / 1_000))} s`;
  if (minutes < 100) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : countText(Math.round(hours / 24), 'day');
}

export const SYSTEM_MESSAGES = {
  title: 'State of the system',
  summary: (wrong: number) =>
    wrong === 0 ? 'Everything works' : `${countText(wrong, 'thing')} to look at`,
  separator: ' · ',
  checkedAt: 'Checked at ',
  checkMails: 'Check mail connection',
  names: {
    database: 'Database',
    submissions: 'Forms',
    settings: 'Settings',
    disk: 'Disk',
    files: 'File store',
    jobs: 'Background jobs',
    mails: 'Mail',
    inbox: 'Answers by mail',
    webhook: 'Reminder webhook',
    backup: 'Backup',
    alerts: 'Security alerts',
    protection: 'Protection',
    maintenance: 'Public site',
    account: 'Your account',
    company: 'Company',
  },
  copy: {
    unknown: 'This process cannot tell.',
    size: (bytes: number) => `takes writes, ${sizeText(bytes)}`,
    notWritable: 'It takes no writes: orders and messages cannot be stored.',
    failedSubmissions: (count: number) =>
      `${countText(count, 'submission')} failed in the last 24 hours. The log says why.`,
    invalidSettings: (names: readonly string[]) =>
      `Not valid, so defaults apply: ${names.map(toWords).join(', ')}. Check and save the settings.`,
    publicDefaults: (facts: readonly string[]) =>
      `Visitors see facts of the sample company: ${facts.join('; ')}. Enter yours under Company.`,
    free: (bytes: number) => `${sizeText(bytes)} free`,
    low: (bytes: number) => `Only ${sizeText(bytes)} free: uploads are turned away.`,
    responds: 'responds',
    noFiles: 'It does not respond: images and attachments cannot be opened.',
    running: 'on time',
    failing: (names: readonly string[]) => `Failed and will be tried again: ${names.join(', ')}`,
    late: 'A job has been due for over 15 minutes and nobody runs it.',
    mailsGo: (lastSent: string | null) =>
      lastSent === null
        ? 'by the mail server, none sent yet'
        : `by the mail server, the last one ${lastSent}`,
    inboxRead: (last: string | null) =>
      last === null
        ? 'the mailbox is read, none came yet'
        : `the mailbox is read, the last one came ${last}`,
    inboxWrong: (lastError: string | null) =>
      lastError === null ? 'The mailbox for replies is not being read.' : `${lastError}.`,
    inboxPending: (count: number) =>
      `${countText(count, 'mail')} could not be stored yet, or not with all files, and will be tried again.`,
    inboxPassedOver: (times: readonly string[]) =>
      `Could not be stored, please look into the mailbox: what came ${times.join(', ')}.`,
    mailFiles: 'Emails are written to files and reach no one until a mail server is connected.',
    mailsWrong: ({ isOverdue, pending, oldestMinutes, lastError, failed }: MailState) =>
      [
        ...(isOverdue
          ? [`${countText(pending, 'mail')} waiting, the oldest for ${oldestMinutes} minutes.`]
          : []),
        ...(isOverdue && lastError !== null ? [`${lastError}.`] : []),
        ...(failed > 0
          ? [`${countText(failed, 'mail')} of the last 7 days did not get there.`]
          : []),
      ].join(' '),
    noBackup: 'No nightly backup yet. Enter a bucket under Company, Connections.',
    backedUp: (agoMs: number, tookMs: number) =>
      `restored successfully ${roughTime(agoMs)} ago, took ${roughTime(tookMs)}`,
    backupWrong: (agoMs: number | null, error: string | null) =>
      [
        ...(error === null ? [] : [`The last one failed: ${error}.`]),
        agoMs === null
          ? 'None was restored so far.'
          : `The last one that was restored was ${roughTime(agoMs)} ago.`,
      ].join(' '),
    missingFiles: (count: number) =>
      `${countText(count, 'file')} of enquiries ${count === 1 ? 'is' : 'are'} missing in the file store; a mail to the team named them.`,
    noAlerts: 'none open',
    alerts: (count: number) =>
      `${countText(count, 'event')} of the traffic guard ${count === 1 ? 'needs' : 'need'} attention.`,
    protected: 'on',
    unprotected: {
      on: '',
      simulate: 'It only simulates: nothing is blocked.',
      off: 'It is off: nothing is blocked.',
    },
    open: 'open to visitors',
    maintenance: 'Visitors see the maintenance screen.',
    twoSteps: 'two-step sign-in is on',
    oneStep: 'Two-step sign-in is off.',
  },
  mend: {
    mails: 'Look at the mails',
    alerts: 'Look at the events',
    protection: 'Change the mode',
    maintenance: 'Open the maintenance settings',
    account: 'Turn it on',
    settings: 'Open the settings',
  },
} as const;

export const OVERVIEW_MESSAGES = {
  statistics: 'Orders and messages',
  labels: {
    totalOrders: 'Total Orders',
    newOrders: 'New Orders',
    totalMessages: 'Total Messages',
    newMessages: 'New Messages',
  },
  needsAttention: 'Needs attention',
  actions: 'Quick Actions',
  orders: { label: 'Review Orders', text: 'Orders that nobody has taken up yet' },
  messages: { label: 'Read Messages', text: 'Messages that nobody has read yet' },
  reports: { label: 'View Reports', text: 'Orders and messages by week and month' },
} as const;
