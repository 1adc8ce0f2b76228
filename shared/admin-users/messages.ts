export const ROLE_MESSAGES = {
  denied: 'Your role does not include this.',
} as const;

export const ADMIN_USER_MESSAGES = {
  notFound: 'There is no such administrator.',
  role: 'Choose a role',
  change: 'Say what to change: the role, or whether the administrator may sign in',
  lastOwner: 'This is the last active owner. Make somebody else an owner first.',
} as const;
