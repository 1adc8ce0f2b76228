import { DEFAULT_SITE_SETTINGS, SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import type { Interval, OfficeHours } from '#shared/office-hours/values.ts';
import { type SiteSettings, siteSettingsSchema } from '#shared/site-settings/schema.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import type { Database, ServiceContext } from '#server/context.ts';

/** The policies as administrators wrote them; blank means the built-in text. */
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

/** The public projection of the settings row, null when the row is missing. */
export async function findSiteSettings(db: Database): Promise<SiteSettings | null> {
  const row = await db
    .selectFrom('siteSettings')
    .select(columnsOf(siteSettingsSchema))
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...presentRow(row),
    headerLogoUrl: row.headerLogoUrl ?? '',
    footerLogoUrl: row.footerLogoUrl ?? '',
    faviconUrl: row.faviconUrl ?? '',
    socialLinks: {
      ...DEFAULT_SITE_SETTINGS.socialLinks,
      ...(row.socialLinks as Partial<SiteSettings['socialLinks']>),
    },
    officeHours: inOrder(row.officeHours),
  };
}

/** The business calendar, as this process or the database knows it. */
export async function findOfficeHours({
  officeHours,
  db,
}: Pick<ServiceContext, 'officeHours' | 'db'>): Promise<OfficeHours> {
  const settings = officeHours ? { officeHours: officeHours() } : await findSiteSettings(db);
  return (settings ?? DEFAULT_SITE_SETTINGS).officeHours;
}

/** The texts of both policies. */
export async function getPolicyMarkdown(ctx: ServiceContext): Promise<PolicyMarkdown> {
  const row = await ctx.db
    .selectFrom('siteSettings')
    .select(['termsOfService', 'privacyPolicy'])
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  return { termsOfService: row?.termsOfService ?? '', privacyPolicy: row?.privacyPolicy ?? '' };
}
