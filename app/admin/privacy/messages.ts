import { formatCount } from '#app/admin/ui/format-count.ts';
import { MAX_COUNTED } from '#shared/retention/values.ts';

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function formatStaying(held: number, readdressed: number): string {
  return [
    held > 0 && countOf(held, 'on legal hold stays', 'on legal hold stay'),
    readdressed > 0 &&
      countOf(
        readdressed,
        'with a recently changed address stays',
        'with recently changed addresses stay',
      ),
  ]
    .filter(Boolean)
    .map((text) => ` ${text}.`)
    .join('');
}

export const PRIVACY_MESSAGES = {
  title: 'Privacy',
  tabs: 'Privacy',
  retention: 'Retention',
  persons: 'One person',
  erasures: 'Erasures',
} as const;

export const RETENTION_LIST_MESSAGES = {
  label: 'What is stored, and for how long',
  loading: 'Counting...',
  empty: 'Nothing is stored',
  intro:
    'The same table deletes, fills this page, dates each enquiry and stands in the privacy policy.',
  next: 'The next purge runs on ',
  what: 'What',
  why: 'Why',
  stays: 'Stored',
  due: 'The next purge removes',
  held: 'On hold',
  actions: {
    delete: null,
    'delete-with': 'goes with its enquiry',
    replace: 'newer ones replace it',
    'delete-by-hand': 'no job removes it',
    'expire-on-device': 'on the device',
  },
  count: (count: number) =>
    count > MAX_COUNTED ? `more than ${formatCount(MAX_COUNTED)}` : formatCount(count),
} as const;

export const PERSON_MESSAGES = {
  intro:
    'Finds everything with an e-mail address on record: orders, messages, conversations, mails and files. That you have looked is in the contact audit.',
  email: 'E-mail',
  find: 'Find',
  finding: 'Looking...',
  failed: 'The address could not be looked up',
  nobody: (email: string) => `Nothing is stored about ${email}.`,
  label: 'Enquiries of the person',
  found: (email: string) => `What is stored about ${email}`,
  counts: (enquiries: number, entries: number, files: number, mails: number) =>
    `${countOf(enquiries, 'enquiry', 'enquiries')}, ${countOf(entries, 'entry', 'entries')} of conversations, ${countOf(files, 'file')}, ${countOf(mails, 'mail')}.`,
  what: 'Enquiry',
  received: 'Received',
  state: 'State',
  held: 'On hold',
  erasableFrom: (moment: string) => `Can be erased from ${moment}`,
  suspect: 'Suspect',
  export: 'Export everything',
  exporting: 'Exporting...',
  exported: 'The archive is saved. It holds what the person may read, as JSON, and all files.',
  exportFailed: 'The export failed',
  erase: 'Erase everything',
  erasing: 'Erasing...',
  eraseFailed: 'Nothing was erased',
  question: (email: string, enquiries: number, held: number, readdressed: number) => ({
    title: `Erase everything about ${email}?`,
    text:
      enquiries === 0
        ? 'Mails to the address go for good, except those about an enquiry on legal hold. A backup that is restored does not bring them back.'
        : `${countOf(enquiries, 'enquiry goes', 'enquiries go')} with conversations, mails and files, for good; a backup that is restored does not bring them back.${formatStaying(held, readdressed)}`,
    confirmLabel: 'Erase for good',
    isDestructive: true,
  }),
  skipped: 'Not erased',
  erased: (erased: number, held: number, readdressed: number) =>
    erased === 0
      ? 'The mails to the address are erased.'
      : `${countOf(erased, 'enquiry is', 'enquiries are')} erased.${formatStaying(held, readdressed)} Files follow within two hours.`,
} as const;

export const LEDGER_MESSAGES = {
  label: 'Erasures',
  loading: 'Loading the ledger...',
  empty: 'Nothing was erased yet',
  intro:
    'What was erased, without the data: times and numbers only. After a backup was restored the same is erased again.',
  at: 'When',
  kind: 'What',
  kinds: { enquiry: 'An enquiry', person: 'A person' },
  by: 'By',
  makers: {
    visitor: 'a visitor, by the link in an email',
    administrator: 'an administrator',
    'command-line': 'the command line',
    job: 'a background job',
  },
  enquiries: 'Enquiries',
} as const;
