import { DEFAULT_SITE_SETTINGS, SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { type SiteSettings, siteSettingsSchema } from '#shared/site-settings/schema.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import type { Database, ServiceContext } from '#server/context.ts';

/** The policies as administrators wrote them; blank means the built-in text. */
export type PolicyMarkdown = { termsOfService: string; privacyPolicy: string };

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
  };
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
