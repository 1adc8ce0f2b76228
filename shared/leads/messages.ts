import { MAX_SAVED_FILTERS } from './values.ts';

export const LEAD_LIST_MESSAGES = {
  searchTooLong: 'The search is too long',
  searchTooSlow:
    'This search takes too long. Please search for a longer word or choose a status first.',
  status: 'This status is not known',
  suspect: 'Ask for suspect=1, for suspect=0, or leave it out',
  notesTooLong: 'Notes must be at most 10,000 characters',
  notesConflict: 'The notes were changed by someone else in the meantime.',
  noChange: 'Send a status, notes or is_suspect',
  suspectOnlyCleared: 'The mark can only be taken away: send is_suspect as false',
} as const;

export const MARK_MESSAGES = {
  removedTitle: 'Mark removed',
  removed: 'The entry is no longer marked as suspect. Its confirmation will be sent.',
  removeFailed: 'Failed to remove the mark',
} as const;

export const SAVED_FILTER_MESSAGES = {
  screen: 'This screen has no saved filters',
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
