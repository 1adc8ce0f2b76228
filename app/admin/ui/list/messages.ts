import { formatCount } from '#app/admin/ui/format-count.ts';
import { MAX_BULK_MATCHING } from '#shared/common/bulk.ts';
import { MAX_SAVED_FILTERS } from '#shared/leads/values.ts';

export const VIEW_MESSAGES = {
  menu: 'View',
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
} as const;

export const SELECTION_MESSAGES = {
  selectAll: 'Select all shown',
  select: (row: string) => `Select ${row}`,
  group: 'Selected rows',
  selected: (count: number) => `${formatCount(count)} selected`,
  allSelected: (count: number) => `All ${formatCount(count)} matching selected`,
  tooMany: (count: number) =>
    `${formatCount(count)} match. At most ${formatCount(MAX_BULK_MATCHING)} can be changed at once: narrow the filter to select all.`,
  selectMatching: (count: number) => `Select all ${formatCount(count)} matching`,
  selectShown: (count: number) => `Select only the ${formatCount(count)} shown`,
  clear: 'Clear selection',
} as const;

export const BULK_MESSAGES = {
  unchanged: (count: number) => `${formatCount(count)} had it already`,
  gone: (count: number) => `${formatCount(count)} no longer there`,
  othersNot: (summary: string) => `: ${summary}, the others were not`,
  notAll: 'Not all were changed',
} as const;

export const UNDO_MESSAGES = {
  undo: 'Undo',
  undone: 'The change was undone',
  undoneTitle: 'Undone',
} as const;

export const STEP_MESSAGES = {
  previous: (noun: string) => `Previous ${noun} (k)`,
  next: (noun: string) => `Next ${noun} (j)`,
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
