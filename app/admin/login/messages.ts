export const LOGIN_PAGE_MESSAGES = {
  heading: 'Admin Login',
  checking: 'Checking your session...',
  noScript: 'The back office needs JavaScript.',
  credentials: 'Contact the administrator for credentials.',
  viewSite: 'View Site',
} as const;
