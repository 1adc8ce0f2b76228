import { MESSAGE_STATUSES } from './messages.ts';

export const MESSAGE_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;

export const DEFAULT_MESSAGE_SORT = '-created_at' satisfies MessageSort;

export const MESSAGE_ADMIN_MESSAGES = {
  notFound: 'This message does not exist any more.',
  loading: 'Loading messages...',
  empty: 'No messages found',
  loadFailed: 'Failed to fetch messages',
  updateFailed: 'Failed to update message status',
  notesSaved: 'Notes saved successfully',
  notesFailed: 'Failed to save notes',
  exportFailedTitle: 'Export Failed',
  exportFailed: 'Failed to export messages',
  exportedTitle: 'Export Complete',
  exported: 'Messages exported successfully',
} as const;

export function messageStatusLabel(status: string): string {
  return MESSAGE_STATUSES.find(({ value }) => value === status)?.label ?? status;
}

/** 'Message status changed to responded' */
export function messageStatusChangedMessage(status: string): string {
  return `Message status changed to ${status}`;
}

export type MessageSort = (typeof MESSAGE_SORTS)[number];
