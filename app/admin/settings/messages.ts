export const SETTINGS_SCREEN_MESSAGES = {
  title: 'Settings',
  loading: 'Loading settings...',
  tabs: [
    { value: 'logos', label: 'Logos' },
    { value: 'maintenance', label: 'Maintenance' },
    { value: 'copyright', label: 'Copyright' },
    { value: 'social', label: 'Social Links' },
    { value: 'policies', label: 'Policies' },
  ],
  errors: (count: number) => (count === 1 ? ' error' : ' errors'),
  unsaved: 'Unsaved changes',
  save: 'Save Settings',
  saving: 'Saving...',
  leave: 'What you have changed in the settings has not been saved.',
  isNewer: 'Changed by someone else meanwhile',
  reload: 'Reload',
} as const;

/** Of the fields; those of the social links are the names of their networks. */
export const SETTINGS_FIELD_MESSAGES = {
  headerLogoUrl: 'Header logo',
  headerLogoAlt: 'Header logo alt text',
  headerLogoWidth: 'Header logo width',
  headerLogoHeight: 'Header logo height',
  footerLogoUrl: 'Footer logo',
  footerLogoAlt: 'Footer logo alt text',
  footerLogoWidth: 'Footer logo width',
  footerLogoHeight: 'Footer logo height',
  faviconUrl: 'Favicon',
  maintenanceMode: 'Maintenance mode',
  maintenanceMessage: 'Maintenance message',
  copyrightText: 'Copyright text',
  termsOfService: 'Terms of service',
  privacyPolicy: 'Privacy policy',
} as const;

export const LOGO_MESSAGES = {
  header: 'Header',
  footer: 'Footer',
  browserTab: 'Browser tab',
  faviconHint: 'The small picture beside the title. Without one the built-in mark is shown.',
  altHint: 'Read out instead of the picture.',
  sizeHint: '10 to 500 pixels',
  preview: 'On the site',
  builtIn: 'Built-in mark',
  noPreview: 'Shown once width and height are between 10 and 500.',
} as const;

export const TEXT_TAB_MESSAGES = {
  maintenanceHint:
    'When it is on and saved, visitors see the message below within a second. The back office stays open.',
  copyrightHint: 'Write {year} where the current year is to stand.',
  onTheSite: 'On the site: ',
  links: 'Only networks with an address are shown on the site.',
  policies: 'A policy that is left empty shows the built-in text.',
  builtIn: 'Start from the built-in text',
  builtInFor: (policy: string) => ` for ${policy}`,
} as const;
