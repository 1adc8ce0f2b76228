import { formatCount } from '#app/admin/ui/format-count.ts';
import type { OrderEntries } from '#shared/orders/values.ts';

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
  openForm: 'Look at the form',
  date: 'Date',
  actions: 'Actions',
  view: 'View',
  viewOne: (lead: string) => `View ${lead}`,
  statusOf: (lead: string) => `Status of ${lead}`,
  undo: 'Undo',
} as const;

export const BULK_STATUS_MESSAGES = {
  markAs: (status: string) => `Mark as ${status}`,
  question: (count: number, status: string) => ({
    title: `Mark all ${formatCount(count)} as ${status}?`,
    text: 'Everything that matches the search and the filters is changed, also what is not shown yet. It can be undone afterwards.',
    confirmLabel: `Mark ${formatCount(count)} as ${status}`,
  }),
  changed: (count: number, status: string) => `${formatCount(count)} changed to ${status}`,
  updatedTitle: 'Status updated',
} as const;

export const LEAD_DIALOG_MESSAGES = {
  loading: (lead: string) => `Loading ${lead}...`,
  statusOfThis: (lead: string) => `Status of this ${lead}`,
  none: 'N/A',
  suspicion: 'Marked as Suspect',
  because: (reasons: readonly string[]) => `Because ${reasons.join('; ')}.`,
  noConfirmation:
    'No confirmation was sent to the given address. It is sent when the mark is taken away.',
  notSuspect: 'Not suspect',
  facts: 'Details',
  notes: 'Pinned note',
  notesHint:
    'One text that all administrators can change. Internal notes stand below, with their author.',
  saveNotes: 'Save note',
  timeline: 'Timeline',
  became: 'became',
  by: (username: string | null) => (username === null ? 'automatically, ' : `by ${username}, `),
  received: 'Received ',
  previousLeads: 'Previous Enquiries',
  noPrevious: 'None by this address.',
} as const;

export const ORDER_LABELS = {
  fullName: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  serviceType: 'Service Type',
  estimatedBudget: 'Estimated Budget',
  targetTimeline: 'Target Timeline',
  requiredLanguages: 'Required Languages',
  desiredFeatures: 'Desired Features',
  termsAccepted: 'Terms Accepted',
} satisfies Record<Exclude<keyof OrderEntries, 'projectDescription'>, string>;
