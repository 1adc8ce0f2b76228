import * as z from 'zod';
import { officeHoursSchema } from '#shared/office-hours/schema.ts';

const pageSettingsSchema = z.object({
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
  updatedAt: z.iso.datetime(),
});

/** The public projection of the settings row; the policies are read by their own pages. */
export const siteSettingsSchema = pageSettingsSchema.extend({
  officeHours: officeHoursSchema.extend({ isFallback: z.literal(true).optional() }),
});

export type PageSettings = z.infer<typeof pageSettingsSchema>;
export type SiteSettings = z.infer<typeof siteSettingsSchema>;
