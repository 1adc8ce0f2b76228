export const MESSAGE_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;

export function messageStatusLabel(status: string): string {
  return MESSAGE_STATUSES.find(({ value }) => value === status)?.label ?? status;
}

export type MessageSort = (typeof MESSAGE_SORTS)[number];

export const MESSAGE_STATUSES = [
  { value: 'new', label: 'New' },
  { value: 'read', label: 'Read' },
  { value: 'responded', label: 'Responded' },
] as const;

export const MESSAGE_LIMITS = {
  name: { min: 2, max: 200 },
  email: { max: 254 },
  message: { min: 10, max: 5_000 },
} as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number]['value'];
