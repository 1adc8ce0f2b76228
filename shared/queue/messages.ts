export const QUEUE_MESSAGES = {
  filter: 'The queue cannot be filtered by this',
} as const;
