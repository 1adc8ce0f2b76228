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
