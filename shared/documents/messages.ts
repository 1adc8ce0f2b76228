export const DOCUMENT_MESSAGES = {
  busy: 'The server is busy with other documents. Please try again in a few seconds.',
  tooManyOfYours:
    'Some of your documents are still being processed. Please wait for them and try again.',
  tooMuchWork: 'This document takes too long to process. Please simplify it.',
} as const;
