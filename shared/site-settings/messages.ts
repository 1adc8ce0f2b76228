import { SOCIAL_NETWORK_LABELS, type SocialNetwork } from './values.ts';

export const SETTINGS_MESSAGES = {
  headerLogoAlt: 'Header logo alt text is required',
  headerLogoAltTooLong: 'Header logo alt text must be at most 200 characters',
  headerLogoWidth: 'Header logo width must be between 10 and 500',
  headerLogoHeight: 'Header logo height must be between 10 and 500',
  footerLogoAlt: 'Footer logo alt text is required',
  footerLogoAltTooLong: 'Footer logo alt text must be at most 200 characters',
  footerLogoWidth: 'Footer logo width must be between 10 and 500',
  footerLogoHeight: 'Footer logo height must be between 10 and 500',
  maintenanceMode: 'Choose whether maintenance mode is on',
  maintenanceMessage: 'Maintenance message is required',
  maintenanceMessageTooLong: 'Maintenance message must be at most 1,000 characters',
  maintenanceQuestion: {
    title: 'Close the site for visitors?',
    text: 'From now on visitors see the maintenance message in place of every page, until maintenance mode is off again. The back office stays open.',
    confirmLabel: 'Turn maintenance on',
  },
  maintenanceIsOn: 'Maintenance mode is on: visitors see the maintenance message.',
  maintenanceSettings: 'Maintenance settings',
  copyrightText: 'Copyright text is required',
  copyrightTextTooLong: 'Copyright text must be at most 300 characters',
  socialLinks: 'The social links must be an object of web addresses',
  socialLink: (network: SocialNetwork) =>
    `${SOCIAL_NETWORK_LABELS[network]}: enter a whole web address that starts with https:// or http://, or leave it empty`,
  socialLinkTooLong: (network: SocialNetwork) =>
    `${SOCIAL_NETWORK_LABELS[network]} must be at most 500 characters`,
  termsOfServiceTooLong: 'Terms of service must be at most 50,000 characters',
  privacyPolicyTooLong: 'Privacy policy must be at most 50,000 characters',
  policyTooDeep:
    'This text cannot be rendered: it is nested too deeply, or has too many lines, list items or formatting marks',
  reviewed: 'Choose whether a lawyer has reviewed the text',
  conflict: 'The settings were changed by someone else in the meantime.',
  saved: 'Settings updated successfully',
  loadFailed: 'Failed to load settings',
  saveFailed: 'Failed to update settings',
} as const;
