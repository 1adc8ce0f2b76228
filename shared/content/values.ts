export const CONTENT_ACTIONS = ['publish', 'unpublish', 'delete', 'restore'] as const;

export type ContentAction = (typeof CONTENT_ACTIONS)[number];
