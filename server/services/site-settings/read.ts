import {
  BUILT_IN_VERSION,
  DEFAULT_SITE_SETTINGS,
  SITE_SETTINGS_ID,
} from '#shared/site-settings/values.ts';
import type { Logo } from '#shared/site-settings/email-logo.ts';
import { FALLBACK_OFFICE_HOURS, type OfficeHours } from '#shared/office-hours/values.ts';
import { type SiteSettings, siteSettingsSchema } from '#shared/site-settings/schema.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import type { Database, ServiceContext } from '#server/context/context.ts';

const NO_POLICIES = {
  termsOfService: '',
  privacyPolicy: '',
  termsVersion: BUILT_IN_VERSION,
  privacyVersion: BUILT_IN_VERSION,
  termsReviewed: false,
  privacyReviewed: false,
};

export type PolicyMarkdown = typeof NO_POLICIES;

const FALLBACK_SETTINGS: SiteSettings = {
  ...DEFAULT_SITE_SETTINGS,
  officeHours: FALLBACK_OFFICE_HOURS,
};

type StoredSettings = {
  settings: SiteSettings;
  invalid: (keyof SiteSettings)[];
};

/** Parsing restores the key order of the schema, which jsonb loses: forms compare texts. */
function parseOfficeHours(stored: unknown): OfficeHours {
  return siteSettingsSchema.shape.officeHours.safeParse(stored).data ?? FALLBACK_OFFICE_HOURS;
}

export async function findStoredSettings(db: Database): Promise<StoredSettings | null> {
  const row = await db
    .selectFrom('siteSettings')
    .select(columnsOf(siteSettingsSchema))
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  if (!row) return null;
  const stored = {
    ...presentRow(row),
    headerLogoUrl: row.headerLogoUrl ?? '',
    footerLogoUrl: row.footerLogoUrl ?? '',
    faviconUrl: row.faviconUrl ?? '',
    socialLinks: {
      ...DEFAULT_SITE_SETTINGS.socialLinks,
      ...(row.socialLinks as Partial<SiteSettings['socialLinks']>),
    },
  };
  const { shape } = siteSettingsSchema;
  const names = Object.keys(shape) as (keyof SiteSettings)[];
  const invalid = names.filter((name) => !shape[name].safeParse(stored[name]).success);
  const defaults = Object.fromEntries(invalid.map((name) => [name, FALLBACK_SETTINGS[name]]));
  const officeHours = parseOfficeHours(stored.officeHours);
  return { settings: { ...stored, ...defaults, officeHours }, invalid };
}

export async function findSiteSettings(db: Database): Promise<SiteSettings | null> {
  return (await findStoredSettings(db))?.settings ?? null;
}

export async function findHeaderLogo(db: Database): Promise<Logo | null> {
  const logo = await db
    .selectFrom('siteSettings')
    .select(['headerLogoUrl', 'headerLogoWidth', 'headerLogoHeight'])
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  return logo?.headerLogoUrl ? { ...logo, headerLogoUrl: logo.headerLogoUrl } : null;
}

export async function findOfficeHours({
  officeHours,
  db,
}: Pick<ServiceContext, 'officeHours' | 'db'>): Promise<OfficeHours> {
  if (officeHours) return officeHours();
  const row = await db
    .selectFrom('siteSettings')
    .select('officeHours')
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  if (!row) return DEFAULT_SITE_SETTINGS.officeHours;
  return parseOfficeHours(row.officeHours);
}

export async function getPolicyMarkdown(ctx: Pick<ServiceContext, 'db'>): Promise<PolicyMarkdown> {
  const row = await ctx.db
    .selectFrom('siteSettings')
    .select(Object.keys(NO_POLICIES) as (keyof PolicyMarkdown)[])
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  return row ?? NO_POLICIES;
}
