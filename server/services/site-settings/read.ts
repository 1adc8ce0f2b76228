import { DEFAULT_SITE_SETTINGS, SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import {
  FALLBACK_OFFICE_HOURS,
  type Interval,
  type OfficeHours,
} from '#shared/office-hours/values.ts';
import { type SiteSettings, siteSettingsSchema } from '#shared/site-settings/schema.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import type { Database, ServiceContext } from '#server/context.ts';

export type PolicyMarkdown = { termsOfService: string; privacyPolicy: string };

/** In the order in which it was written, which JSON in the database does not keep: forms compare what they hold as texts. */
function inOrder({ timeZone, week, exceptions, promisedMinutes }: OfficeHours): OfficeHours {
  const intervals = (list: readonly Interval[]) => list.map(({ from, to }) => ({ from, to }));
  return {
    timeZone,
    week: {
      mon: intervals(week.mon),
      tue: intervals(week.tue),
      wed: intervals(week.wed),
      thu: intervals(week.thu),
      fri: intervals(week.fri),
      sat: intervals(week.sat),
      sun: intervals(week.sun),
    },
    exceptions: exceptions.map(({ from, to, name, open }) => ({
      from,
      to,
      name,
      open: intervals(open),
    })),
    promisedMinutes,
  };
}

const FALLBACK_SETTINGS: SiteSettings = {
  ...DEFAULT_SITE_SETTINGS,
  officeHours: FALLBACK_OFFICE_HOURS,
};

type StoredSettings = {
  settings: SiteSettings;
  /** Settings whose stored values are not valid and are replaced by their defaults. */
  invalid: (keyof SiteSettings)[];
};

/** The public projection of the settings row, null when the row is missing. */
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
  const settings: SiteSettings = { ...stored, ...defaults };
  const { officeHours } = settings;
  if (!officeHours.isFallback) settings.officeHours = inOrder(officeHours);
  return { settings, invalid };
}

export async function findSiteSettings(db: Database): Promise<SiteSettings | null> {
  return (await findStoredSettings(db))?.settings ?? null;
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
  const isValid = siteSettingsSchema.shape.officeHours.safeParse(row.officeHours).success;
  return isValid ? inOrder(row.officeHours) : FALLBACK_OFFICE_HOURS;
}

export async function getPolicyMarkdown(ctx: ServiceContext): Promise<PolicyMarkdown> {
  const row = await ctx.db
    .selectFrom('siteSettings')
    .select(['termsOfService', 'privacyPolicy'])
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  return { termsOfService: row?.termsOfService ?? '', privacyPolicy: row?.privacyPolicy ?? '' };
}
