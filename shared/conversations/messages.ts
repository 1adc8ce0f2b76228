import { MAX_SNOOZE_DAYS, MAX_TEMPLATES, VARIABLE_NAMES } from './values.ts';

export const CONVERSATION_MESSAGES = {
  notFound: 'This conversation does not exist any more.',
  entryNotFound: 'This entry does not exist any more.',
  fileNotFound: 'This file does not exist any more.',
  noAssignee: 'This account cannot be assigned any more.',
  snoozeLater: `Choose a time within the next ${MAX_SNOOZE_DAYS} days.`,
  reply: 'Please write a reply',
  replyTooLong: 'A reply must be at most 10,000 characters',
  unfilled: (variables: readonly string[]) =>
    `The reply still contains ${variables.join(', ')}. Replace or remove it, then send.`,
  note: 'Please write a note',
  tooLongNote: 'A note must be at most 10,000 characters',
  nextStepTooLong: 'The next step must be at most 500 characters',
  date: 'This is no date',
  lastWord: 'Say which word of the conversation you have seen last',
  changed: 'The conversation went on in the meantime. Read what is new, then send your reply.',
  replyGone: 'This reply does not exist any more.',
  undoTooLate: 'This reply is already being sent and cannot be undone any more.',
  noChange: 'Send what is to be changed',
} as const;

export function overtakenMessage(came: {
  kind: string;
  username: string | null;
  body: string | null;
}): string {
  const who = came.kind === 'reply' ? (came.username ?? 'An administrator') : 'The visitor';
  const verb = came.kind === 'reply' ? 'has replied' : 'has written';
  const words = came.body ? `: “${came.body}”` : '.';
  return `${who} ${verb} in the meantime${words} Read it below, then send yours if it is still needed.`;
}

export const TEMPLATE_MESSAGES = {
  name: 'Name is required',
  nameTooLong: 'Name must be at most 80 characters',
  nameTaken: 'A template with this name exists already',
  body: 'Please write the text of the template',
  unknown: (variable: string) => `${variable} is not a variable. Use ${VARIABLE_NAMES}.`,
  bodyTooLong: 'A template must be at most 10,000 characters',
  tooMany: `At most ${MAX_TEMPLATES} templates can be saved. Please delete one first`,
  notFound: 'This template does not exist any more.',
} as const;

type Named = { kind: 'order' | 'message'; reference: string };

/** An enquiry in a sentence: 'order V-7K2M9QXA' */
export function enquiryLabel({ kind, reference }: Named): string {
  return `${kind} ${reference}`;
}

/** The same where it stands alone: 'Order V-7K2M9QXA' */
export function enquiryTitle({ kind, reference }: Named): string {
  return kind === 'order' ? `Order ${reference}` : `Message ${reference}`;
}

export const MAX_HOLD_REASON = 500;

export const HOLD_MESSAGES = {
  holdReason: 'Please say why this enquiry must not go',
  holdReasonTooLong: `The reason must be at most ${MAX_HOLD_REASON} characters`,
} as const;
