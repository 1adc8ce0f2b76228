import { MAX_BULK_MATCHING, MAX_SAVED_FILTERS } from '#shared/leads/values.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';

export const LEAD_SCREEN_MESSAGES = {
  export: 'Export CSV',
  search: (path: string) => `Search ${path}`,
  status: 'Status',
  allStatuses: 'All Status',
  suspects: 'Suspect entries',
  suspectOptions: [
    { value: 'all', label: 'All Entries' },
    { value: 'without', label: 'Without Suspects' },
    { value: 'only', label: 'Suspects Only' },
  ],
  suspect: 'Suspect',
  emptyHint: 'What visitors send appears here by itself.',
  date: 'Date',
  actions: 'Actions',
  view: 'View',
  viewOne: (lead: string) => `View ${lead}`,
  statusOf: (lead: string) => `Status of ${lead}`,
  selectAll: 'Select all shown',
  select: (lead: string) => `Select ${lead}`,
  undo: 'Undo',
  undone: 'The change was undone',
  undoneTitle: 'Undone',
} as const;

export const SELECTION_MESSAGES = {
  group: 'Selected rows',
  selected: (count: number) => `${formatCount(count)} selected`,
  allSelected: (count: number) => `All ${formatCount(count)} matching selected`,
  tooMany: (count: number) =>
    `${formatCount(count)} match. At most ${formatCount(MAX_BULK_MATCHING)} can be changed at once: narrow the filter to select all.`,
  selectMatching: (count: number) => `Select all ${formatCount(count)} matching`,
  selectShown: (count: number) => `Select only the ${formatCount(count)} shown`,
  markAs: (status: string) => `Mark as ${status}`,
  clear: 'Clear selection',
} as const;

export const BULK_MESSAGES = {
  question: (count: number, status: string) => ({
    title: `Mark all ${formatCount(count)} as ${status}?`,
    text: 'Everything that matches the search and the filters is changed, also what is not shown yet. It can be undone afterwards.',
    confirmLabel: `Mark ${formatCount(count)} as ${status}`,
  }),
  changed: (count: number, status: string) => `${formatCount(count)} changed to ${status}`,
  unchanged: (count: number) => `${formatCount(count)} had it already`,
  gone: (count: number) => `${formatCount(count)} no longer there`,
  othersNot: (summary: string) => `: ${summary}, the others were not`,
  updatedTitle: 'Status updated',
  notAll: 'Not all were changed',
} as const;

export const LEAD_DIALOG_MESSAGES = {
  previous: (lead: string) => `Previous ${lead} (k)`,
  next: (lead: string) => `Next ${lead} (j)`,
  loading: (lead: string) => `Loading ${lead}...`,
  statusOfThis: (lead: string) => `Status of this ${lead}`,
  none: 'N/A',
  suspicion: 'Marked as Suspect',
  because: (reasons: readonly string[]) => `Because ${reasons.join('; ')}.`,
  noConfirmation:
    'No confirmation was sent to the given address. It is sent when the mark is taken away.',
  notSuspect: 'Not suspect',
  notes: 'Notes',
  internalNotes: 'Internal notes',
  notesHint: 'Only administrators see them.',
  saveNotes: 'Save notes',
  timeline: 'Timeline',
  became: 'became',
  by: (username: string | null) => `by ${username ?? 'a removed account'}, `,
  received: 'Received ',
  previousLeads: 'Previous Enquiries',
  noPrevious: 'None by this address.',
  order: (reference: string | null) => `Order ${reference ?? ''}`,
  message: 'Message',
} as const;

export const SAVED_FILTER_MENU_MESSAGES = {
  menu: 'Saved filters',
  empty: 'No filter is saved yet.',
  delete: (name: string) => `Delete ${name}`,
  label: 'Save the current filter as',
  hint: `Only you see it. At most ${MAX_SAVED_FILTERS} on this screen.`,
  save: 'Save',
  saving: 'Saving...',
} as const;
