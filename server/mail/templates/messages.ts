import type { Company } from '#shared/company/values.ts';
import { ACCEPTED_FILES } from '#shared/orders/messages.ts';

/** 'write to hello@example.com or call +90 312 555 01 00' */
export function formatContactWays({ email, phone }: Company): string {
  const ways = [...(email ? [`write to ${email}`] : []), ...(phone ? [`call ${phone}`] : [])];
  return ways.join(' or ') || 'write to us on our site';
}

export const ORDER_LABELS = {
  fullName: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  company: 'Company',
  serviceType: 'Service',
  projectDescription: 'Project description',
  desiredFeatures: 'Features',
  estimatedBudget: 'Budget',
  targetTimeline: 'Timeline',
  requiredLanguages: 'Languages',
} as const;

export const MESSAGE_LABELS = { name: 'Name', email: 'E-mail', message: 'Message' } as const;

export const FILES_HEADING = 'Files';

export const RECEIPT_MESSAGES = { chosen: 'What you chose' } as const;

export const REPLY_MESSAGES = {
  youWrote: 'You wrote',
  leftOut: 'Files of your emails that we could not accept',
  accepted: `We accept ${ACCEPTED_FILES}.`,
} as const;

export const NOTICE_MESSAGES = {
  subject: (enquiry: string, name: string) => `New ${enquiry} from ${name}`,
  deadline: (when: string) => `The answer is due by ${when}.`,
  order: {
    heading: 'A new order',
    from: (name: string) => `${name} has sent an order.`,
    open: 'Open the order',
  },
  message: {
    heading: 'A new message',
    from: (name: string) => `${name} has written to us.`,
    open: 'Open the message',
  },
  sent: 'What was sent',
  suspectSubject: (subject: string) => `Suspected spam: ${subject}`,
  suspect:
    'It looks automated, so no receipt was sent. Once you mark it as genuine, the visitor gets one.',
  reason: 'You receive this mail because enquiries on the site are announced to this address.',
} as const;

export const FURTHER_WORD_MESSAGES = {
  subject: (name: string, reference: string) => `${name} has written again: ${reference}`,
  heading: 'The visitor has written again',
  from: (name: string, enquiry: string) => `${name} has added something to ${enquiry}.`,
  due: (when: string) => `An answer is due ${when}.`,
  words: 'Their words',
  files: FILES_HEADING,
  notes: 'Please note',
} as const;

export const BACKUP_MESSAGES = {
  subject: (day: string) => `The backup of ${day} failed`,
  preheader: 'Three tries failed; the next one is made the following night.',
  heading: 'The nightly backup failed',
  failed: (day: string) =>
    `The backup of ${day} could not be made, or could not be restored, in three tries. The next one is made the following night.`,
  reason: 'Why',
  last: (when: string | null) =>
    when === null
      ? 'No backup has been restored successfully so far.'
      : `The last backup that was restored successfully is of ${when}.`,
  open: 'Open the state of the system',
  why: 'You receive this mail because a backup is made every night and this is an address of the team.',
} as const;

export const LOST_FILES_MESSAGES = {
  subject: (day: string) => `The backup of ${day} misses files`,
  preheader: 'The file store has lost files of enquiries, or they have changed.',
  heading: 'Files of enquiries are lost',
  lost: (day: string, count: number) =>
    `The backup of ${day} was made and restored, but ${count === 1 ? 'a file that an enquiry names is' : `${count} files that enquiries name are`} missing in the file store, or not what was received.`,
  files: 'The first of them',
  restore:
    'Earlier backups may still have them: restore one elsewhere and copy the files, before newer backups replace it. You get no further mail while no other file is lost.',
} as const;

export const INVITATION_MESSAGES = {
  subject: (company: string) => `You are invited to the back office of ${company}`,
  preheader: 'Choose your username and your password; the link opens for 48 hours.',
  heading: 'You are invited',
  somebody: 'An owner',
  invited: (by: string, company: string, role: string) =>
    `${by} invites you to the back office of ${company}, as ${role}.`,
  choose: 'With the link you choose your own username and password, and are signed in at once.',
  accept: 'Accept the invitation',
  until: (when: string) => `It opens until ${when} and makes one account. Hand it to nobody.`,
  reason:
    'You receive this mail because an owner of the site entered this address. If you expect no invitation, ignore it: nothing happens.',
} as const;

export const PAUSED_CODES_MESSAGES = {
  subject: 'Codes from your authenticator app are paused',
  preheader: 'Too many wrong codes were entered for your account.',
  heading: 'Codes from your authenticator app are paused',
  happened: (username: string) =>
    `Too many wrong codes were entered within an hour for the account ${username}, so codes from its authenticator app are not accepted at the moment. Entering one takes the password or an open session.`,
  ways: 'How to sign in',
  passkey: 'With your passkey, as always.',
  recoveryCode: (count: number) =>
    `With your password and ${count === 1 ? 'your last recovery code' : `one of your ${count} recovery codes`}, in the field for the code.`,
  later: (when: string) => `With codes from your app, which are accepted again on ${when}.`,
  notYou:
    'If you did not enter these codes, someone else knows your password or uses a session of yours. Change your password: this ends every session.',
  open: 'Open your account',
  reason:
    'You receive this mail because it is about your account in the back office, or because an account without an address has none to write to.',
} as const;

export const REMINDER_MESSAGES = {
  subjects: {
    50: (what: string) => `Half the time has passed: ${what}`,
    80: (what: string) => `Answer soon: ${what}`,
    100: (what: string) => `Overdue: ${what}`,
  },
  what: (enquiry: string, name: string) => `${enquiry} from ${name}`,
  waits: (what: string) => `Nobody has answered the ${what} yet.`,
  due: (when: string, place: string) => `${when} in ${place}`,
  heading: 'The promise',
  labels: { due: 'Answer due', assignee: 'Assigned to', service: ORDER_LABELS.serviceType },
  nobody: 'Nobody',
  reason:
    'You receive this mail because an enquiry is assigned to you, or because reminders go to this address. It stops once somebody answers, snoozes it or ends the waiting.',
} as const;

export const AUDIT_HEAD_MESSAGES = {
  subject: (day: string) => `The contact audit on ${day}`,
  preheader: 'Where the log of who read what ended. Please keep this mail.',
  heading: (day: string) => `The contact audit on ${day}`,
  text: 'The contact audit says who has read or changed what visitors sent. Whoever keeps this mail can tell later whether entries of before were cut off, changed or replaced: the end of that day has to be in the audit still.',
  facts: 'Its end on that day',
  entries: 'Entries',
  sequence: 'Number of the last entry',
  hash: 'Hash of the last entry',
  check: (head: string) => `To check it: npm run admin -- verify-audit --head ${head}`,
  open: 'Open the contact audit',
  reason:
    'You receive this mail each day on which somebody has read something, because you are an owner of the site, or because enquiries are announced to this address.',
} as const;

export const DIGEST_MESSAGES = {
  subject: (week: string) => `The week of ${week}: enquiries and answers`,
  heading: (week: string) => `The week of ${week}`,
  nothing: 'No enquiry came in.',
  summary: (enquiries: number, inTime: string) =>
    `${enquiries === 1 ? 'One enquiry' : `${enquiries} enquiries`} came in. Promise kept: ${inTime}.`,
  responses: 'Answers, and the week before',
  labels: {
    enquiries: 'Enquiries',
    median: 'Median answer time',
    ninetieth: '90 of 100 answered within',
    inTime: 'Promise kept',
    overdue: 'Overdue and not answered',
  },
  compared: (now: string, before: string) => `${now} (the week before: ${before})`,
  tooFew: 'too few to say',
  claims: 'Public numbers to look at',
  claimsHold: 'What was measured of the public numbers is true, and no review is due.',
  drift: (label: string, drift: string) => `${label}: the site ${drift}.`,
  review: (label: string, day: string) => `${label}: its review was due on ${day}.`,
  hidden: (count: number) =>
    count === 1
      ? 'One public number has no evidence, so visitors do not see it.'
      : `${count} public numbers have no evidence, so visitors do not see them.`,
  open: 'Open the report',
  reason:
    'You receive this mail each Monday because you are an owner of the site, or because enquiries are announced to this address.',
} as const;
