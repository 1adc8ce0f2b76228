/** Texts of screens outside the menu, where the owner has set no other. */
export const SCREEN_COPY = {
  notFoundHeading: 'Oops! Page not found',
  notFoundText: 'The address may have a typing error, or the page has moved.',
  notFoundButton: 'Return to Home',
  maintenanceHeading: 'Site Under Maintenance',
  maintenanceButton: 'Check Again',
  loginHeading: 'Admin Login',
  loginHint: 'Contact the administrator for credentials.',
} as const;

export type ScreenCopy = Record<keyof typeof SCREEN_COPY, string>;
