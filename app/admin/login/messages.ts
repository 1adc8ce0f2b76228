export const LOGIN_PAGE_MESSAGES = {
  checking: 'Checking your session...',
  noScript: 'The back office needs JavaScript.',
  viewSite: 'View Site',
} as const;

export const INVITATION_MESSAGES = {
  heading: 'Accept your invitation',
  checking: 'Reading your invitation...',
  offer: (email: string) => `${email} is invited to this back office as`,
  roles: { owner: 'owner', member: 'member', auditor: 'auditor' },
  until: 'It opens until ',
  displayName: 'Your name',
  displayNameHint: 'As colleagues see it.',
  username: 'Username',
  usernameHint: 'To sign in with: letters, digits or . _ @ -',
  password: 'Password',
  accept: 'Make the account',
  accepting: 'One moment...',
  unreached: 'The server was not reached. Please check the connection.',
  retry: 'Try again',
  signIn: 'To the sign-in',
  succeededTitle: 'Welcome',
  succeeded: 'Your account is ready, and you are signed in.',
} as const;
