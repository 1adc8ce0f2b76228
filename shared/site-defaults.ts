import { COMPANY } from './company.ts';
import type { SiteSettings } from './site-settings.ts';

export const SOCIAL_NETWORKS = ['linkedin', 'twitter', 'facebook', 'instagram', 'github'] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** What the site shows when the settings cannot be loaded. */
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
  copyrightText: `© 2025 ${COMPANY.name}. All rights reserved.`,
  socialLinks: { twitter: '', linkedin: '', facebook: '', instagram: '', github: '' },
  updatedAt: '2025-01-01T00:00:00.000Z',
};

/** The copyright line with `{year}` as the current year. */
export function copyrightLine(text: string, year: number): string {
  return text.replaceAll('{year}', String(year));
}
