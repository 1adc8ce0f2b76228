import * as z from 'zod';
import { limitedText, rawText } from '#shared/common/text.ts';
import { officeHoursSchema } from '#shared/office-hours/schema.ts';
import { optionalUrl, withLowerCaseScheme } from '#shared/common/web-url.ts';
import type { SocialNetwork } from './values.ts';
import { SETTINGS_LIMITS } from './values.ts';
import { SETTINGS_MESSAGES } from './messages.ts';
import { siteSettingsSchema } from './schema.ts';
import { POLICY_KINDS } from '#shared/policies/values.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';

const imageUrl = rawText(UPLOAD_MESSAGES.notOurs)
  .trim()
  .refine((url) => url === '' || isMediaPath(url), UPLOAD_MESSAGES.notOurs);

function requiredText(max: number, message: string, tooLong: string) {
  return limitedText({ min: 1, max, message, tooLong });
}

function logoSize(message: string) {
  return z
    .int({ error: message })
    .min(SETTINGS_LIMITS.logoMin, message)
    .max(SETTINGS_LIMITS.logoMax, message);
}

function policyText(tooLong: string) {
  return limitedText({ max: SETTINGS_LIMITS.policy, message: tooLong, tooLong });
}

function socialLink(network: SocialNetwork) {
  return optionalUrl({
    message: SETTINGS_MESSAGES.socialLink(network),
    tooLong: SETTINGS_MESSAGES.socialLinkTooLong(network),
  }).transform(withLowerCaseScheme);
}

const headerLogoAlt = requiredText(
  SETTINGS_LIMITS.logoAlt,
  SETTINGS_MESSAGES.headerLogoAlt,
  SETTINGS_MESSAGES.headerLogoAltTooLong,
);
const footerLogoAlt = requiredText(
  SETTINGS_LIMITS.logoAlt,
  SETTINGS_MESSAGES.footerLogoAlt,
  SETTINGS_MESSAGES.footerLogoAltTooLong,
);

export const socialLinksSchema = z.strictObject(
  {
    twitter: socialLink('twitter'),
    linkedin: socialLink('linkedin'),
    facebook: socialLink('facebook'),
    instagram: socialLink('instagram'),
    github: socialLink('github'),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? SETTINGS_MESSAGES.socialLinks : undefined) },
);

/** The settings as the form of the back office holds them: every field, in the order of its tabs. */
export const siteSettingsFormSchema = z.object({
  headerLogoUrl: imageUrl,
  headerLogoAlt,
  headerLogoWidth: logoSize(SETTINGS_MESSAGES.headerLogoWidth),
  headerLogoHeight: logoSize(SETTINGS_MESSAGES.headerLogoHeight),
  footerLogoUrl: imageUrl,
  footerLogoAlt,
  footerLogoWidth: logoSize(SETTINGS_MESSAGES.footerLogoWidth),
  footerLogoHeight: logoSize(SETTINGS_MESSAGES.footerLogoHeight),
  faviconUrl: imageUrl,
  maintenanceMode: z.boolean({ error: SETTINGS_MESSAGES.maintenanceMode }),
  maintenanceMessage: requiredText(
    SETTINGS_LIMITS.maintenanceMessage,
    SETTINGS_MESSAGES.maintenanceMessage,
    SETTINGS_MESSAGES.maintenanceMessageTooLong,
  ),
  copyrightText: requiredText(
    SETTINGS_LIMITS.copyrightText,
    SETTINGS_MESSAGES.copyrightText,
    SETTINGS_MESSAGES.copyrightTextTooLong,
  ),
  socialLinks: socialLinksSchema,
  officeHours: officeHoursSchema,
  termsOfService: policyText(SETTINGS_MESSAGES.termsOfServiceTooLong),
  privacyPolicy: policyText(SETTINGS_MESSAGES.privacyPolicyTooLong),
  termsReviewed: z.boolean({ error: SETTINGS_MESSAGES.reviewed }),
  privacyReviewed: z.boolean({ error: SETTINGS_MESSAGES.reviewed }),
});

/** A save of the settings: what is optional and missing stays as it is, and so does a link that is missing. */
export const siteSettingsChangeSchema = siteSettingsFormSchema
  .partial({
    headerLogoUrl: true,
    footerLogoUrl: true,
    faviconUrl: true,
    maintenanceMode: true,
    officeHours: true,
    termsOfService: true,
    privacyPolicy: true,
    termsReviewed: true,
    privacyReviewed: true,
  })
  .extend({
    socialLinks: socialLinksSchema.partial().optional(),
    updatedAt: z.iso.datetime().optional(),
  });

export const policyPreviewSchema = z.object({
  markdown: policyText('The text must be at most 50,000 characters'),
});

export const adminSiteSettingsSchema = siteSettingsSchema.extend({
  termsOfService: z.string(),
  privacyPolicy: z.string(),
  termsReviewed: z.boolean(),
  privacyReviewed: z.boolean(),
});

export const policyVersionSchema = z.object({
  kind: z.enum(POLICY_KINDS),
  version: z.string(),
  publishedAt: z.iso.datetime(),
  markdown: z.string(),
});

export type SiteSettingsForm = z.infer<typeof siteSettingsFormSchema>;
export type SiteSettingsChange = z.infer<typeof siteSettingsChangeSchema>;
export type PolicyVersion = z.infer<typeof policyVersionSchema>;
export type AdminSiteSettings = z.infer<typeof adminSiteSettingsSchema>;
