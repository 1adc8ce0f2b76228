/** Texts of screens outside the menu, where the owner has set no other. */
export const SCREEN_TEXTS = {
  notFoundHeading: 'Oops! Page not found',
  notFoundText: 'The address may have a typing error, or the page has moved.',
  notFoundButton: 'Return to Home',
  maintenanceHeading: 'Site Under Maintenance',
  maintenanceButton: 'Check Again',
  loginHeading: 'Admin Login',
  loginHint: 'Contact the administrator for credentials.',
} as const;

export type ScreenTexts = Record<keyof typeof SCREEN_TEXTS, string>;
