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
  pick: (label: string) => `Pick: ${label}`,
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

export const BRAND_FORM_MESSAGES = {
  preview: 'Preview',
  propose: 'Propose from the logo',
  proposed: (color: string) => `${color} is the main color of the logo. Save it to use it.`,
  noColor: 'The logo has white, black and gray only. Cobalt stays.',
  contrast: (light: string, dark: string) => `${light} : 1 on light, ${dark} : 1 on dark.`,
  shown: (light: string, dark: string) => `Shown as ${light} on light and ${dark} on dark.`,
  light: 'Light theme',
  dark: 'Dark theme',
  order: 'Order Now',
  heading: 'A heading',
  link: 'A link in a text',
  email: 'An email',
  button: 'A button',
  sidebar: 'Dashboard',
} as const;
