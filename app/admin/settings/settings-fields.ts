import * as z from 'zod';
import type { SocialNetwork } from '#shared/site-settings/values.ts';
import { SOCIAL_NETWORK_LABELS } from '#shared/site-settings/values.ts';
import {
  type AdminSiteSettings,
  siteSettingsFormSchema,
  socialLinksSchema,
} from '#shared/site-settings/admin-schema.ts';

const { socialLinks: _, ...ownFields } = siteSettingsFormSchema.shape;

/** The form has a field for every link, so that each can show its own message. */
export const settingsFormSchema = z.object({ ...ownFields, ...socialLinksSchema.shape });

export type SettingsValues = z.input<typeof settingsFormSchema>;

export type SettingsField = keyof SettingsValues;

export const SETTINGS_TABS = [
  { value: 'logos', label: 'Logos' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'copyright', label: 'Copyright' },
  { value: 'social', label: 'Social Links' },
  { value: 'policies', label: 'Policies' },
] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number]['value'];

/** In the order of this screen; the site shows them in its own. */
export const SETTINGS_NETWORKS = [
  'twitter',
  'linkedin',
  'facebook',
  'instagram',
  'github',
] as const satisfies readonly SocialNetwork[];

type Field = { name: SettingsField; tab: SettingsTab; label: string };

/** Every field in the order of the screen. */
export const SETTINGS_FIELDS: Field[] = [
  { name: 'headerLogoUrl', tab: 'logos', label: 'Header logo' },
  { name: 'headerLogoAlt', tab: 'logos', label: 'Header logo alt text' },
  { name: 'headerLogoWidth', tab: 'logos', label: 'Header logo width' },
  { name: 'headerLogoHeight', tab: 'logos', label: 'Header logo height' },
  { name: 'footerLogoUrl', tab: 'logos', label: 'Footer logo' },
  { name: 'footerLogoAlt', tab: 'logos', label: 'Footer logo alt text' },
  { name: 'footerLogoWidth', tab: 'logos', label: 'Footer logo width' },
  { name: 'footerLogoHeight', tab: 'logos', label: 'Footer logo height' },
  { name: 'faviconUrl', tab: 'logos', label: 'Favicon' },
  { name: 'maintenanceMode', tab: 'maintenance', label: 'Maintenance mode' },
  { name: 'maintenanceMessage', tab: 'maintenance', label: 'Maintenance message' },
  { name: 'copyrightText', tab: 'copyright', label: 'Copyright text' },
  ...SETTINGS_NETWORKS.map((name) => ({
    name,
    tab: 'social' as const,
    label: SOCIAL_NETWORK_LABELS[name],
  })),
  { name: 'termsOfService', tab: 'policies', label: 'Terms of service' },
  { name: 'privacyPolicy', tab: 'policies', label: 'Privacy policy' },
];

export const SETTINGS_LABELS: Record<string, string> = Object.fromEntries(
  SETTINGS_FIELDS.map(({ name, label }) => [name, label]),
);

/** A row of the settings as the form holds it. */
export function valuesOf({
  socialLinks,
  updatedAt: _updatedAt,
  ...fields
}: AdminSiteSettings): SettingsValues {
  return { ...fields, ...socialLinks };
}

/** What a save sends. */
export function bodyOf(values: z.output<typeof settingsFormSchema>, updatedAt: string) {
  const { twitter, linkedin, facebook, instagram, github, ...fields } = values;
  const socialLinks: Record<SocialNetwork, string> = {
    twitter,
    linkedin,
    facebook,
    instagram,
    github,
  };
  return { ...fields, socialLinks, updatedAt };
}
