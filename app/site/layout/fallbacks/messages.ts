export const NOT_FOUND_MESSAGES = {
  title: 'Page not found',
  status: '404',
  heading: 'Oops! Page not found',
  logged: (path: string) => `Page not found: ${path}`,
  text: 'The address may have a typing error, or the page has moved.',
  elsewhere: 'Other pages',
} as const;

export const MAINTENANCE_MESSAGES = {
  heading: 'Site Under Maintenance',
  check: 'Check Again',
  checking: 'Checking the settings',
} as const;
