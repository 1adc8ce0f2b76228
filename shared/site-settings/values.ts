import { NO_COMPANY } from '#shared/company/values.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import type { LiveSettings, PageSettings, SiteSettings } from './schema.ts';

export const SOCIAL_NETWORKS = ['linkedin', 'twitter', 'facebook', 'instagram', 'github'] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** Version of the built-in policies. Versions of published ones are dates. */
export const BUILT_IN_VERSION = '2025-01';

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  maintenanceMode: false,
  maintenanceMessage: 'We are currently performing scheduled maintenance. Please check back soon.',
  headerLogoUrl: '',
  headerLogoAlt: 'Header Logo',
  headerLogoWidth: 38,
  headerLogoHeight: 50,
  footerLogoUrl: '',
  footerLogoAlt: 'Footer Logo',
  footerLogoWidth: 38,
  footerLogoHeight: 50,
  faviconUrl: '',
  copyrightText: '© 2025 {company}. All rights reserved.',
  socialLinks: { twitter: '', linkedin: '', facebook: '', instagram: '', github: '' },
  termsVersion: BUILT_IN_VERSION,
  privacyVersion: BUILT_IN_VERSION,
  updatedAt: '2025-01-01T00:00:00.000Z',
  officeHours: DEFAULT_OFFICE_HOURS,
};

/** Until the settings are loaded. */
export const DEFAULT_LIVE_SETTINGS: LiveSettings = {
  ...DEFAULT_SITE_SETTINGS,
  company: NO_COMPANY,
  navigation: { services: [], hidden: ['/#services'], labels: {} },
  copy: {},
};

/** Without what the maintenance screen does not need. */
export function pageSettings(settings: LiveSettings): PageSettings {
  const { officeHours: _hours, navigation: _navigation, ...everywhere } = settings;
  return everywhere;
}

/** The copyright line with `{year}` as the current year and `{company}` as the company's name. */
export function copyrightLine(text: string, year: number, company: string): string {
  return text.replaceAll('{year}', String(year)).replaceAll('{company}', company);
}

/** In pixels. A larger logo is scaled down. */
export const MAX_HEADER_LOGO_HEIGHT = 58;

export const SOCIAL_NETWORK_LABELS: Record<SocialNetwork, string> = {
  twitter: 'Twitter',
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
  instagram: 'Instagram',
  github: 'GitHub',
};

export const SITE_SETTINGS_ID = '00000000-0000-0000-0000-000000000000';
