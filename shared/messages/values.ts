import { emptyEntriesOf, type EntriesOf, type Fields, labelOf } from '#shared/forms/values.ts';

export const MESSAGE_SORTS = [
  '-created_at',
  'created_at',
  'name',
  '-name',
  'status',
  '-status',
] as const;

export function messageStatusLabel(status: string): string {
  return labelOf(MESSAGE_STATUSES, status);
}

export type MessageSort = (typeof MESSAGE_SORTS)[number];

export const MESSAGE_STATUSES = [
  { value: 'new', label: 'New' },
  { value: 'read', label: 'Read' },
  { value: 'responded', label: 'Responded' },
] as const;

export const MESSAGE_FIELDS = {
  name: { kind: 'text', min: 2, max: 200 },
  email: { kind: 'email' },
  message: { kind: 'text', min: 10, max: 5_000, isMultiline: true },
} as const satisfies Fields;

export type MessageEntries = EntriesOf<typeof MESSAGE_FIELDS>;

export const EMPTY_MESSAGE_ENTRIES = emptyEntriesOf(MESSAGE_FIELDS);

export type MessageStatus = (typeof MESSAGE_STATUSES)[number]['value'];
