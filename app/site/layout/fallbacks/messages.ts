export const NOT_FOUND_MESSAGES = {
  title: 'Page not found',
  status: '404',
  logged: (path: string) => `Page not found: ${path}`,
  elsewhere: 'Other pages',
} as const;

export const MAINTENANCE_MESSAGES = {
  checking: 'Checking the settings',
} as const;
