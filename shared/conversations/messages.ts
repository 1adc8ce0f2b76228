export const CONVERSATION_MESSAGES = {
  notFound: 'This conversation does not exist any more.',
  noAssignee: 'This account cannot be assigned any more.',
  snoozeLater: 'Choose a time in the future.',
} as const;
