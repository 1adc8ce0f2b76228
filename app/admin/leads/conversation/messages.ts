import { VARIABLE_NAMES } from '#shared/conversations/values.ts';
import { SAVED_NOT_SENT } from '#shared/mails/values.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';

export const CONVERSATION_SCREEN_MESSAGES = {
  loading: 'Loading the conversation...',
  state: 'Answering',
  noDeadline: 'Nobody is waiting for an answer',
  replyLost: 'Your reply did not arrive',
  dueBy: 'Answer by ',
  assignee: 'Assigned to',
  nobody: 'Nobody',
  present: (username: string) => `${username} is answering`,
  snooze: 'Snooze',
  notSnoozed: 'Not snoozed',
  snoozedUntil: (text: string) => `Until ${text}`,
  snoozeChoices: {
    hour: () => 'For an hour',
    opening: (when: string) => `At opening (${when})`,
    tomorrow: (when: string) => `Tomorrow at opening (${when})`,
    monday: (when: string) => `Next Monday at opening (${when})`,
    week: (when: string) => `In a week at opening (${when})`,
  },
  snoozeOwn: 'Another day and time...',
  snoozeUntil: 'Until',
  nextStep: 'Next step',
  nextStepOn: 'On',
  saveNextStep: 'Save next step',
  changed: 'Conversation updated',
  changeFailed: 'Failed to update the conversation',
  earlier: 'Show earlier',
  loadingEarlier: 'Loading...',
  alsoMessage: (reference: string) => `Began as message ${reference}`,
  alsoOrder: (reference: string) => `Became order ${reference}`,
} as const;

export const TIMELINE_MESSAGES = {
  replied: (username: string | null) => `${username ?? 'A removed account'} replied`,
  repliedElsewhere: (username: string | null) =>
    `${username ?? 'A removed account'} answered elsewhere`,
  replyLost: 'The reply did not arrive',
  inbound: 'The visitor wrote',
  inboundFrom: (address: string) => `${address} wrote, which is not the address on record`,
  'emails-left-out': 'Emails were left out',
  autoReply: 'An automatic reply came for the visitor',
  withdrawn: 'The visitor withdrew the enquiry',
  resumed: 'The visitor took the withdrawal back',
  corrected: 'The visitor corrected their details',
  restored: (username: string | null) =>
    `${username ?? 'A removed account'} put the former e-mail address back`,
  readdressed: (username: string | null) =>
    username === null
      ? 'An order was made of the message under another e-mail address'
      : `${username} made an order of the message under another e-mail address`,
  held: (username: string | null) =>
    `${username ?? 'A removed account'} put the enquiry on legal hold`,
  released: (username: string | null) => `${username ?? 'A removed account'} ended the legal hold`,
  'erasure-asked': 'The visitor wants everything erased, which the legal hold puts off',
  note: (username: string | null) => `Internal note by ${username ?? 'a removed account'}`,
  assigned: (username: string | null, assignee: string | null) =>
    `${username ?? 'A removed account'} assigned it to ${assignee ?? 'nobody'}`,
  viewed: (username: string | null, times: number) =>
    `${username ?? 'A removed account'} looked${times === 1 ? '' : ` ${formatCount(times)} times, last`}`,
  views: (times: number, usernames: readonly (string | null)[]) =>
    `${formatCount(times)} looks by ${usernames.length === 1 ? (usernames[0] ?? 'a removed account') : `${formatCount(usernames.length)} people`}, last`,
  mails: {
    'orders.notify-team': 'Notice to the team',
    'messages.notify-team': 'Notice to the team',
    'orders.confirmation': 'Receipt to the visitor',
    'messages.confirmation': 'Receipt to the visitor',
    'conversations.reply': 'Mail to the visitor',
    'conversations.team': 'Notice to the team',
  } as Readonly<Record<string, string>>,
  resend: 'Send again',
  resent: 'The mail will be sent again.',
  resendFailed: 'Failed to send again',
  states: {
    pending: 'waiting to be sent',
    sent: 'sent',
    saved: SAVED_NOT_SENT,
    failed: 'not sent',
    expired: 'not sent',
    bounced: 'returned',
  } as Readonly<Record<string, string>>,
  restore: 'Put the former address back',
  restoreQuestion: (email: string) => ({
    title: `Put ${email} back?`,
    text: 'Answers go to this address again. Every link to the page of the visitor opens nothing any more; you can copy the new one below.',
    confirmLabel: 'Put back',
    isDestructive: true,
  }),
  restoredTo: (email: string) =>
    `Answers go to ${email} again. The old link opens nothing any more.`,
  restoreFailed: 'Failed to put the address back',
  quoted: 'Show quoted text',
  files: 'Files',
  download: (name: string) => `Download ${name}`,
  downloadFailed: 'Failed to download the file',
  other: (kind: string) => kind,
  isNew: (text: string) => `New: ${text}`,
} as const;

export const HOLD_MESSAGES = {
  title: 'Storage',
  until: 'Stored until ',
  held: 'On legal hold',
  by: (username: string | null) => `by ${username ?? 'a removed account'} since `,
  asked: 'The visitor has confirmed that everything is to be erased, on ',
  hold: 'Put on legal hold',
  reason: 'Reason',
  hint: 'Nothing purges or erases the enquiry until an owner ends the hold. Colleagues read the reason, visitors do not.',
  place: 'Put on hold',
  placed: 'The enquiry is on legal hold',
  release: 'End the hold',
  ended: 'The legal hold has ended',
  erased: 'The legal hold has ended, and the enquiry is erased as its sender wished',
  failed: 'Failed to change the legal hold',
  question: (isAsked: boolean) => ({
    title: 'End the legal hold?',
    text: isAsked
      ? 'The visitor has confirmed that everything is to be erased. It is erased at once, for good.'
      : 'The enquiry is removed again at the end of its period, and its sender can have it erased.',
    confirmLabel: isAsked ? 'End and erase' : 'End the hold',
    isDestructive: isAsked,
  }),
} as const;

export const TRACKING_LINK_MESSAGES = {
  title: 'Page of the visitor',
  copy: 'Copy link',
  revoke: 'Revoke link',
  link: 'Link',
  copied: 'Link copied',
  revoked: 'The old link opens nothing any more. This is the new one.',
  failed: 'Failed to get the link',
  question: {
    title: 'Revoke the link?',
    text: 'Every link to this page that the visitor has stops working, and emails to the former reply address are marked. They can ask for a new link by email.',
    confirmLabel: 'Revoke',
    isDestructive: true,
  },
} as const;

export const COMPOSER_MESSAGES = {
  kinds: 'What to write',
  reply: 'Reply',
  note: 'Internal note',
  replyTo: (email: string) => `Reply to ${email}`,
  hintOfNote: 'Only administrators see it, in the timeline.',
  sendReply: 'Send reply',
  saveNote: 'Add note',
  sending: 'Sending...',
  hint: 'Ctrl+Enter or Cmd+Enter sends it. You can undo that for ten seconds.',
  attach: 'Attach files',
  attachHint: 'PDF, PNG, JPG or ZIP, up to 10 files of 10 MB',
  uploading: (name: string, percent: number) => `${name}, ${percent} %`,
  remove: (name: string) => `Remove ${name}`,
  waitForFiles: 'Please wait until the files are uploaded.',
  failed: 'Failed to send the reply',
  failedNote: 'Failed to add the note',
  addedNote: 'Note added',
  elsewhere: 'Answered elsewhere',
  elsewhereFailed: 'Failed to mark as answered elsewhere',
  sendingIn: (name: string) => `The reply to ${name} will be sent unless you undo it.`,
  markedElsewhere: (name: string) => `Marked as answered elsewhere: ${name}.`,
  undo: 'Undo',
  undoLabel: 'Undo the reply',
  undone: 'Reply undone. Your text is back in the form.',
  undoneWithFiles: 'Reply undone. Your text is back in the form. Attach its files again.',
  undoneElsewhere: 'The mark was taken back.',
  undoFailed: 'The reply could not be undone',
  templates: 'Templates',
  noTemplates: 'No templates yet.',
  templateName: 'Name',
  templateText: 'Text',
  newTemplate: 'New template',
  saveAsTemplate: 'Save as template',
  editTemplate: (name: string) => `Edit ${name}`,
  saveTemplate: 'Save template',
  deleteTemplate: (name: string) => `Delete ${name}`,
  deleteQuestion: (name: string) => ({
    title: `Delete the template ${name}?`,
    text: 'All administrators lose it.',
    confirmLabel: 'Delete template',
    isDestructive: true,
  }),
  variables: `Filled in for each enquiry: ${VARIABLE_NAMES}`,
  templateFailed: 'Failed to delete the template',
  templateSaved: 'Template saved',
  templateDeleted: 'Template deleted',
} as const;

export const ORDER_OF_MESSAGE_MESSAGES = {
  make: 'Make an order',
  title: 'Make an order of this message',
  save: 'Make order',
  made: (reference: string) => `Order ${reference} was made. The conversation goes on with it.`,
  description: 'Project Description',
  descriptionHint: 'At least 50 characters; begins as what the message says.',
  choose: 'Please choose',
  terms: 'The customer accepts the terms',
  termsHint: 'Ask the customer before you say so.',
} as const;
