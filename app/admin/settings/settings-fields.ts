import * as z from 'zod';
import { OFFICE_HOURS_MESSAGES } from '#shared/office-hours/messages.ts';
import { officeHoursSchema, weekSchema } from '#shared/office-hours/schema.ts';
import { type OfficeHours, WEEKDAY_LABELS, WEEKDAYS } from '#shared/office-hours/values.ts';
import { SOCIAL_NETWORK_LABELS } from '#shared/site-settings/values.ts';
import {
  type AdminSiteSettings,
  siteSettingsFormSchema,
  socialLinksSchema,
} from '#shared/site-settings/admin-schema.ts';
import type { Form } from '#app/admin/ui/form.tsx';
import { getField, listLabels } from '#shared/site-content/fields.ts';
import { OFFICE_HOURS_LABELS, type SETTINGS_SCREEN_MESSAGES } from './messages.ts';

const { socialLinks: _, officeHours: _hours, ...ownFields } = siteSettingsFormSchema.shape;
const { week: _week, ...hoursFields } = officeHoursSchema.shape;
const linksSchema = z.object(socialLinksSchema.shape);

/** One field per link and weekday, so that each shows its own message. */
export const settingsFormSchema = z
  .object({ ...linksSchema.shape, ...ownFields, ...hoursFields, ...weekSchema.shape })
  .refine((values) => WEEKDAYS.some((day) => values[day].length > 0), {
    message: OFFICE_HOURS_MESSAGES.closedWeek,
    path: ['mon'],
  });

export type SettingsValues = z.input<typeof settingsFormSchema>;

type SettingsField = keyof SettingsValues;

export type SettingsTab = (typeof SETTINGS_SCREEN_MESSAGES)['tabs'][number]['value'];

export const SETTINGS_NETWORKS = linksSchema.keyof().options;

const logoFields = (place: 'header' | 'footer') =>
  (['Url', 'Alt', 'Width', 'Height'] as const).map((name) => `${place}Logo${name}` as const);

export const FIELDS_OF_TABS: Record<SettingsTab, readonly SettingsField[]> = {
  logos: [...logoFields('header'), ...logoFields('footer'), 'faviconUrl'],
  maintenance: ['maintenanceMode', 'maintenanceMessage'],
  copyright: ['copyrightText'],
  social: SETTINGS_NETWORKS,
  policies: ['termsOfService', 'termsReviewed', 'privacyPolicy', 'privacyReviewed'],
  hours: ['timeZone', ...WEEKDAYS, 'promisedMinutes', 'exceptions'],
  numbers: [],
};

export const SETTINGS_LABELS: Record<SettingsField, string> = {
  ...listLabels(z.object(ownFields)),
  ...OFFICE_HOURS_LABELS,
  ...SOCIAL_NETWORK_LABELS,
  ...WEEKDAY_LABELS,
};

export type SettingsForm = Form<SettingsValues>;

export function fieldOf(form: SettingsForm, name: SettingsField) {
  return { form, name, label: SETTINGS_LABELS[name] };
}

/** Props of the control that the field's description asks for. */
export function toContentField(form: SettingsForm, name: keyof typeof ownFields) {
  return { form, name, field: getField(ownFields[name]) };
}

export function valuesOf({
  socialLinks,
  officeHours: { week, ...hours },
  updatedAt: _updatedAt,
  termsVersion: _terms,
  privacyVersion: _privacy,
  ...fields
}: AdminSiteSettings): SettingsValues {
  return { ...fields, ...socialLinks, ...hours, ...week };
}

export function hoursOf(values: SettingsValues): OfficeHours {
  const { timeZone, exceptions, promisedMinutes, mon, tue, wed, thu, fri, sat, sun } = values;
  return { timeZone, week: { mon, tue, wed, thu, fri, sat, sun }, exceptions, promisedMinutes };
}

export function errorsOf({ errors }: SettingsForm, name: SettingsField): string[] {
  return Object.keys(errors).filter((field) => field.split('.')[0] === name);
}

export function bodyOf(values: z.output<typeof settingsFormSchema>, updatedAt: string) {
  const fields = z.object(ownFields).parse(values);
  const socialLinks = linksSchema.parse(values);
  return { ...fields, socialLinks, officeHours: hoursOf(values), updatedAt };
}
