export const FORM_MESSAGES = {
  optional: ' (optional)',
  error: 'Error: ',
  errors: 'There is a problem',
  nothingLost: 'Nothing you entered is lost. Our address is',
  honeypot: 'Leave this empty',
  atMax: (count: string, max: string) => `${count} of at most ${max} characters`,
  atLeast: (count: number, min: number) => `${count} of at least ${min} characters`,
  longEnough: 'Long enough',
} as const;

export const DRAFT_MESSAGES = {
  label: 'Saved draft',
  text: (when: string) =>
    `You started this form before. Your entries of ${when} are still in this browser.`,
  restore: 'Restore draft',
  discard: 'Discard',
} as const;

export const LEAVE_MESSAGES = {
  title: 'Leave this page?',
  stay: 'Stay on this page',
  leave: 'Leave',
} as const;

export const REFERENCE_MESSAGES = {
  reference: 'Your reference',
  nameIt: 'Please name it when you write or call:',
} as const;

export const OWN_PAGE_MESSAGES = {
  text: 'Your enquiry has a page of its own: see where it stands, add to it, correct it or take it back. Whoever has its link can do so, so keep it to yourself.',
  open: 'See your enquiry',
} as const;
