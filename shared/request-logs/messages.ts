export const REQUEST_LOG_MESSAGES = {
  status: 'Choose a code such as 404, or a class such as 4xx',
  time: 'Enter a date and time',
} as const;
