import { CONTENT_TYPES, type ContentKey } from '#shared/site-content/types.ts';

export const SITE_CONTENT_MESSAGES = {
  documentTitle: (key: ContentKey) => CONTENT_TYPES[key].label,
  parts: 'Parts of this screen',
  loading: 'Loading...',
  save: 'Save',
  saved: (label: string) => `${label} saved`,
  leave: (label: string) => `Your changes to ${label} are not saved yet.`,
  variables: (label: string) => `Variables for ${label}`,
  insert: (name: string, meaning: string) => `Insert {${name}}: ${meaning}`,
  example: 'Example',
  exampleHint: 'Visitors see the sample. Your first save replaces it.',
} as const;

export const EMAIL_MESSAGES = {
  preview: 'Preview',
  test: 'Send a test to me',
  sent: (recipient: string) => `The test is on its way to ${recipient}.`,
  saveFirst: 'A test has the saved texts. Save your changes first.',
  reset: 'Reset to the built-in text',
  wasReset: 'The form has the built-in text. Save it to use it.',
} as const;
