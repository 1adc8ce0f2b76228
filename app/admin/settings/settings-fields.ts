import * as z from 'zod';
import { SOCIAL_NETWORK_LABELS } from '#shared/site-settings/values.ts';
import {
  type AdminSiteSettings,
  siteSettingsFormSchema,
  socialLinksSchema,
} from '#shared/site-settings/admin-schema.ts';
import type { Form } from '#app/admin/ui/form.tsx';
import { SETTINGS_FIELD_MESSAGES, SETTINGS_SCREEN_MESSAGES } from './messages.ts';

const { socialLinks: _, ...ownFields } = siteSettingsFormSchema.shape;
const linksSchema = z.object(socialLinksSchema.shape);

/** The form has a field for every link, so that each can show its own message. */
export const settingsFormSchema = linksSchema.extend(ownFields);

export type SettingsValues = z.input<typeof settingsFormSchema>;

type SettingsField = keyof SettingsValues;

export type SettingsTab = (typeof SETTINGS_SCREEN_MESSAGES)['tabs'][number]['value'];

/** In the order of this screen; the site shows them in its own. */
export const SETTINGS_NETWORKS = linksSchema.keyof().options;

const logoFields = (place: 'header' | 'footer') =>
  (['Url', 'Alt', 'Width', 'Height'] as const).map((name) => `${place}Logo${name}` as const);

/** The fields of each tab in the order of the screen. */
export const FIELDS_OF_TABS: Record<SettingsTab, readonly SettingsField[]> = {
  logos: [...logoFields('header'), ...logoFields('footer'), 'faviconUrl'],
  maintenance: ['maintenanceMode', 'maintenanceMessage'],
  copyright: ['copyrightText'],
  social: SETTINGS_NETWORKS,
  policies: ['termsOfService', 'privacyPolicy'],
};

export const SETTINGS_LABELS: Record<SettingsField, string> = {
  ...SETTINGS_FIELD_MESSAGES,
  ...SOCIAL_NETWORK_LABELS,
};

export type SettingsForm = Form<SettingsValues>;

/** What every control of a field takes. */
export function fieldOf(form: SettingsForm, name: SettingsField) {
  return { form, name, label: SETTINGS_LABELS[name] };
}

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
  const fields = z.object(ownFields).parse(values);
  return { ...fields, socialLinks: linksSchema.parse(values), updatedAt };
}
