export const READING_MESSAGES = { contents: 'On this page' } as const;
