import { SOCIAL_NETWORK_LABELS, type SocialNetwork } from './values.ts';

export const SETTINGS_MESSAGES = {
  maintenanceQuestion: {
    title: 'Close the site for visitors?',
    text: 'From now on visitors see the maintenance message in place of every page, until maintenance mode is off again. The back office stays open.',
    confirmLabel: 'Turn maintenance on',
  },
  maintenanceIsOn: 'Maintenance mode is on: visitors see the maintenance message.',
  maintenanceSettings: 'Maintenance settings',
  socialLinks: 'The social links must be an object of web addresses',
  socialLink: (network: SocialNetwork) =>
    `${SOCIAL_NETWORK_LABELS[network]}: enter a whole web address that starts with https:// or http://, or leave it empty`,
  socialLinkTooLong: (network: SocialNetwork) =>
    `${SOCIAL_NETWORK_LABELS[network]} must be at most 500 characters`,
  policyTooDeep:
    'This text cannot be rendered: it is nested too deeply, or has too many lines, list items or formatting marks',
  conflict: 'The settings were changed by someone else in the meantime.',
  saved: 'Settings updated successfully',
  loadFailed: 'Failed to load settings',
  saveFailed: 'Failed to update settings',
} as const;
