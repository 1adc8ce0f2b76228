/** What orders and messages have in common in the back office. */
export const LEAD_PAGE_SIZE = 50;
export const MAX_BULK = 100;
/** The most rows that a change of everything a filter finds may have. */
export const MAX_BULK_MATCHING = 1_000;
export const MAX_NOTES = 10_000;
export const MAX_PREVIOUS_LEADS = 10;
export const MAX_SAVED_FILTERS = 20;
export const MAX_PREVIEW = 100;

export const LEAD_LIST_MESSAGES = {
  noPage: 'This is no page of the list',
  searchTooLong: 'The search is too long',
  searchTooSlow:
    'This search takes too long. Please search for a longer word or choose a status first.',
  status: 'This status is not known',
  sort: 'The list cannot be sorted by this',
  suspect: 'Ask for suspect=1, for suspect=0, or leave it out',
  ids: 'Choose 1 to 100 rows',
  idsOrFilter: 'Send the ids of rows or a filter, not both',
  filter: 'Send a filter of the list',
  expectedTotal: 'Send how many rows the filter showed',
  tooManyRows:
    'At most 1,000 rows can be changed at once. Please narrow the filter. Nothing was changed.',
  listChanged:
    'The list has changed since it was shown, so nothing was changed. Please check the rows and choose again.',
  notesTooLong: 'Notes must be at most 10,000 characters',
  notesConflict: 'The notes were changed by someone else in the meantime.',
  noChange: 'Send a status, notes or is_suspect',
  suspectOnlyCleared: 'The mark can only be taken away: send is_suspect as false',
} as const;

/** Why an order or a message is marked as suspect; each of these alone is enough. */
export const SUSPECT_REASONS = [
  { value: 'trap', label: 'the hidden field was filled in' },
  { value: 'repeated', label: 'the same text came three times or more within an hour' },
  { value: 'links', label: 'the text is nothing but web addresses' },
  {
    value: 'fast',
    label: 'the text has a web address and was sent less than 3 seconds after the form was opened',
  },
] as const;

export type SuspectReason = (typeof SUSPECT_REASONS)[number]['value'];

export function suspectReasonLabel(reason: string): string {
  return SUSPECT_REASONS.find(({ value }) => value === reason)?.label ?? reason;
}

/** What the timeline calls taking the mark away. */
export const MARK_REMOVED = { oldStatus: 'suspect', newStatus: 'not-suspect' } as const;

export const MARK_MESSAGES = {
  removedTitle: 'Mark removed',
  removed: 'The entry is no longer marked as suspect. Its confirmation will be sent.',
  removeFailed: 'Failed to remove the mark',
} as const;

export const SAVED_FILTER_SCREENS = ['orders', 'messages'] as const;

export const SAVED_FILTER_LIMITS = { name: 80, query: 2_000 } as const;

export const SAVED_FILTER_MESSAGES = {
  screen: 'The screen is orders or messages',
  name: 'Name is required',
  nameTooLong: 'Name must be at most 80 characters',
  nameTaken: 'A saved filter with this name exists already',
  query: 'The filter cannot be saved',
  tooMany: `At most ${MAX_SAVED_FILTERS} filters can be saved. Please delete one first`,
  notFound: 'This saved filter does not exist any more.',
  loadFailed: 'Failed to load saved filters',
  saved: 'Filter saved successfully',
  saveFailed: 'Failed to save filter',
  deleted: 'Filter deleted successfully',
  deleteFailed: 'Failed to delete filter',
} as const;

export type SavedFilterScreen = (typeof SAVED_FILTER_SCREENS)[number];
