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
  logo: 'Logo',
  logoHint: 'In the header and the footer. Visitors see it as soon as it is uploaded.',
  logos: 'Sizes of the logo, another one for the footer, favicon',
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

export const CONNECTION_SCREEN_MESSAGES = {
  title: 'Connections',
  intro:
    'How emails leave the site and come back. Passwords are stored encrypted and never shown again.',
  loading: 'Loading connections...',
  byHost: 'Set by your host',
  isSet: 'Set here',
  isUnreadable: 'Needs to be entered again',
  notSet: 'Not set',
  setting: (variable: string) => `Setting: ${variable}`,
  hints: {
    smtp: 'Without one, emails are written to files and not sent.',
    sender: 'Without one, emails come from the company’s address.',
    team: 'Without them, notices go to the sender.',
    imap: 'Without one, replies of visitors stay in your mailbox.',
  },
  edit: (label: string) => `Edit ${label.toLowerCase()}`,
  test: { smtp: 'Send a test email', imap: 'Sign in to the mailbox' },
  testing: 'Testing...',
  sent: (recipient: string) =>
    `The mail server accepts the sign-in. A test email to ${recipient} is on its way; Sent emails shows what became of it.`,
  signedIn: 'The mailbox can be read.',
  remove: (label: string) => `Remove ${label.toLowerCase()}`,
  removeQuestion: (label: string) => ({
    title: `Remove: ${label}?`,
    text: 'The site stops using it immediately. A password has to be entered again.',
    confirmLabel: 'Remove',
  }),
  saved: 'Saved',
  save: 'Save',
  hasPassword: 'A password is stored',
  passwordHint: 'Leave it empty to keep the stored one.',
  labels: {
    host: 'Host',
    port: 'Port',
    encryption: 'Encryption',
    user: 'User name',
    password: 'Password',
    mailbox: 'Mailbox',
    name: 'Name',
    address: 'Email address',
    recipients: 'Recipients',
  },
  fieldHints: {
    recipients: 'Email addresses, with commas',
    mailbox: 'Empty: INBOX',
    name: "Empty: the company's name",
  },
} as const;
