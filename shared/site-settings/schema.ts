import * as z from 'zod';
import type { Company } from '#shared/company/values.ts';
import type { MenuContent } from '#shared/site-content/menu.ts';
import type { ScreenCopy } from '#shared/site-content/screen-copy.ts';
import { officeHoursSchema } from '#shared/office-hours/schema.ts';

/** The public projection of the settings row; the policies are read by their own pages. */
export const siteSettingsSchema = z.object({
  maintenanceMode: z.boolean(),
  maintenanceMessage: z.string(),
  headerLogoUrl: z.string(),
  headerLogoAlt: z.string(),
  headerLogoWidth: z.int(),
  headerLogoHeight: z.int(),
  footerLogoUrl: z.string(),
  footerLogoAlt: z.string(),
  footerLogoWidth: z.int(),
  footerLogoHeight: z.int(),
  faviconUrl: z.string(),
  copyrightText: z.string(),
  socialLinks: z.object({
    twitter: z.string(),
    linkedin: z.string(),
    facebook: z.string(),
    instagram: z.string(),
    github: z.string(),
  }),
  termsVersion: z.string(),
  privacyVersion: z.string(),
  updatedAt: z.iso.datetime(),
  officeHours: officeHoursSchema.extend({ isFallback: z.literal(true).optional() }),
});

export type SiteSettings = z.infer<typeof siteSettingsSchema>;

export type MenuLabel = Exclude<keyof MenuContent, 'hasAdminLink'>;

export type Navigation = {
  /** Names of the services. */
  services: readonly string[];
  /** URLs of pages and sections without content. */
  hidden: readonly string[];
  /** Labels that an owner has set. */
  labels: Partial<Record<MenuLabel, string>>;
};

export type PageBrand = {
  /** URL with the version. */
  stylesheet: string;
  typeface: string;
  darkLogoUrl: string;
  squareLogoUrl: string;
};

/** The settings with the company's facts and what exists, as pages show them. */
export type LiveSettings = SiteSettings & {
  company: Company;
  navigation: Navigation;
  /** Absent: the brand was not changed. */
  brand?: PageBrand;
  /** Texts that an owner has set. */
  copy: Partial<ScreenCopy>;
};

export type PageSettings = Omit<LiveSettings, 'officeHours' | 'navigation'>;
