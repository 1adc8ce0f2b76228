import * as z from 'zod';
import { rawText } from '#shared/common/text.ts';
import { officeHoursSchema } from '#shared/office-hours/schema.ts';
import { optionalUrl, withLowerCaseScheme } from '#shared/common/web-url.ts';
import type { SocialNetwork } from './values.ts';
import { SETTINGS_MESSAGES } from './messages.ts';
import { describeField, lineField, switchField, textField } from '#shared/site-content/fields.ts';
import { siteSettingsSchema } from './schema.ts';
import { POLICY_KINDS } from '#shared/policies/values.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';

/** In pixels. */
export const SETTINGS_LIMITS = { logoMin: 10, logoMax: 500 } as const;

const imageUrl = rawText(UPLOAD_MESSAGES.notOurs)
  .trim()
  .refine((url) => url === '' || isMediaPath(url), UPLOAD_MESSAGES.notOurs);

function logoUrl(label: string) {
  return describeField(imageUrl.clone(), { label, input: 'image', empty: '' });
}

function logoAlt(label: string) {
  return lineField({ label, help: 'Read out instead of the picture.', max: 200, isRequired: true });
}

function logoSize(label: string) {
  const { logoMin: min, logoMax: max } = SETTINGS_LIMITS;
  const message = `${label} must be between ${min} and ${max}`;
  const size = z.int({ error: message }).min(min, message).max(max, message);
  return describeField(size, { label, input: 'number', empty: min });
}

const MAX_POLICY = 50_000;

const REVIEWED_HINT = 'Counts for the saved text: after a change it has to be switched on again.';

function socialLink(network: SocialNetwork) {
  return optionalUrl({
    message: SETTINGS_MESSAGES.socialLink(network),
    tooLong: SETTINGS_MESSAGES.socialLinkTooLong(network),
  }).transform(withLowerCaseScheme);
}

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
  headerLogoUrl: logoUrl('Header logo'),
  headerLogoAlt: logoAlt('Header logo alt text'),
  headerLogoWidth: logoSize('Header logo width'),
  headerLogoHeight: logoSize('Header logo height'),
  footerLogoUrl: logoUrl('Footer logo'),
  footerLogoAlt: logoAlt('Footer logo alt text'),
  footerLogoWidth: logoSize('Footer logo width'),
  footerLogoHeight: logoSize('Footer logo height'),
  faviconUrl: logoUrl('Favicon'),
  maintenanceMode: switchField({
    label: 'Maintenance mode',
    help: 'When it is on and saved, visitors see the message below within a second. The back office stays open.',
  }),
  maintenanceMessage: textField({
    label: 'Maintenance message',
    max: 1_000,
    isRequired: true,
    rows: 4,
  }),
  copyrightText: lineField({
    label: 'Copyright text',
    help: 'Write {year} where the current year is to stand.',
    max: 300,
    isRequired: true,
  }),
  socialLinks: socialLinksSchema,
  officeHours: officeHoursSchema,
  termsOfService: textField({ label: 'Terms of service', max: MAX_POLICY }),
  privacyPolicy: textField({ label: 'Privacy policy', max: MAX_POLICY }),
  termsReviewed: switchField({ label: 'Terms reviewed by a lawyer', help: REVIEWED_HINT }),
  privacyReviewed: switchField({
    label: 'Privacy policy reviewed by a lawyer',
    help: REVIEWED_HINT,
  }),
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
  markdown: textField({ label: 'The text', max: MAX_POLICY }),
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
