export const LAYOUT_MESSAGES = {
  generatedPassword: 'Generated password',
  passwordValidUntil: 'Your password was generated and is valid until ',
  passwordExpired: 'Your password was generated and expired on ',
  choosePassword: 'Choose your own password',
  title: 'Admin Panel',
  checking: 'Checking your session...',
  noScript: 'The back office needs JavaScript.',
  skip: 'Skip to content',
  sidebar: 'Sidebar',
  navigation: 'Navigation',
  expand: 'Expand the sidebar',
  collapse: 'Collapse the sidebar',
  openNavigation: 'Open the navigation',
  find: (what: string) => `${what} (Ctrl+K)`,
  viewSite: 'View Site',
  maintenance: 'Maintenance',
  signedOutTitle: 'Signed out',
  signedOut: 'You were signed out after 30 minutes without activity.',
} as const;

export const SIDEBAR_MESSAGES = {
  label: 'Back office',
  logout: 'Logout',
  loggingOut: 'Logging out...',
  isNew: ' new',
  isDue: ' due',
  logoutQuestion: {
    title: 'Log out without saving?',
    text: 'What you have typed here has not been saved.',
    confirmLabel: 'Log out',
    cancelLabel: 'Keep editing',
  },
} as const;

export const INACTIVITY_MESSAGES = {
  title: 'Are you still there?',
  text: 'You will be signed out after 30 minutes without activity.',
  stay: 'Stay signed in',
} as const;

export const DEVICE_NOTICE_MESSAGES = {
  label: 'New sign-in',
  from: (browser: string, ipAddress: string) => `New sign-in with ${browser} from ${ipAddress}, `,
} as const;

export const DENIED_MESSAGES = {
  title: 'Not included in your role',
  text: 'Your role does not include this screen. If you need it, ask an owner for another role.',
  home: (screen: string) => `Go to ${screen}`,
} as const;

export const NOT_FOUND_MESSAGES = {
  heading: '404',
  text: 'Oops! Page not found',
  home: 'Return to Home',
} as const;

export const PALETTE_MESSAGES = {
  title: 'Find',
  placeholder: 'Screens, records, actions',
  failed: 'The records could not be searched.',
  searching: 'Searching...',
  nothing: 'Nothing found.',
  screens: 'Screens',
  actions: 'Actions',
  records: 'Records',
  screen: 'Screen',
  action: 'Action',
} as const;

export const HELP_MESSAGES = {
  title: 'Keyboard shortcuts',
  single: 'Single-key shortcuts',
  keys: 'Keys',
  meaning: 'What they do',
  held: (key: string) => `Ctrl/Cmd + ${key}`,
  goTo: (screen: string) => `Go to ${screen}`,
} as const;

export const WAIT_MESSAGES = {
  left: 'You can try again in ',
  spoken: (minutes: number) =>
    minutes === 1 ? 'You can try again in a minute.' : `You can try again in ${minutes} minutes.`,
  over: 'You can try again now.',
  passkey: 'A passkey needs no attempt: it signs you in at once.',
} as const;

export const SIGN_IN_MESSAGES = {
  again: 'Sign in again',
  nothingLost: ' Nothing you have typed is lost.',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign In',
  signingIn: 'Signing In...',
  code: 'Code',
  codeHint: 'The six digits of your authenticator app, or a recovery code.',
  verify: 'Verify',
  proving: 'One moment...',
} as const;
