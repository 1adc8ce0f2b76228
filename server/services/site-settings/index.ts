import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { DEFAULT_SITE_SETTINGS } from '#shared/site-defaults.ts';
import { SITE_SETTINGS_ID, type SiteSettings } from '#shared/site-settings.ts';
import type { Database, ServiceContext } from '../../context.ts';
import type { DB } from '../../db/types.ts';

/** The policies as administrators wrote them; blank means the built-in text. */
export type PolicyTexts = { termsOfService: string; privacyPolicy: string };

/** The public projection of the settings row, null when the row is missing. */
export async function findSiteSettings(db: Database): Promise<SiteSettings | null> {
  const row = await db
    .selectFrom('siteSettings')
    .select([
      'maintenanceMode',
      'maintenanceMessage',
      'headerLogoUrl',
      'headerLogoAlt',
      'headerLogoWidth',
      'headerLogoHeight',
      'footerLogoUrl',
      'footerLogoAlt',
      'footerLogoWidth',
      'footerLogoHeight',
      'faviconUrl',
      'copyrightText',
      'socialLinks',
      'updatedAt',
    ])
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    headerLogoUrl: row.headerLogoUrl ?? '',
    footerLogoUrl: row.footerLogoUrl ?? '',
    faviconUrl: row.faviconUrl ?? '',
    socialLinks: {
      ...DEFAULT_SITE_SETTINGS.socialLinks,
      ...(row.socialLinks as Partial<SiteSettings['socialLinks']>),
    },
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The texts of both policies. */
export async function getPolicyTexts(ctx: ServiceContext): Promise<PolicyTexts> {
  const row = await ctx.db
    .selectFrom('siteSettings')
    .select(['termsOfService', 'privacyPolicy'])
    .where('id', '=', SITE_SETTINGS_ID)
    .executeTakeFirst();
  return { termsOfService: row?.termsOfService ?? '', privacyPolicy: row?.privacyPolicy ?? '' };
}

export type CurrentSettings = {
  /** The last known good settings; the defaults before the first load. */
  get(): SiteSettings;
  reload(): Promise<void>;
  /** Calls back after every change until the returned function is called. */
  subscribe(listener: (settings: SiteSettings) => void): () => void;
};

/** Keeps the settings in memory, so that no page waits for them; `reload` is called when the table changes. */
export function createCurrentSettings(db: Kysely<DB>, log: Logger): CurrentSettings {
  let current = DEFAULT_SITE_SETTINGS;
  let running: Promise<void> | null = null;
  let isStale = false;
  const listeners = new Set<(settings: SiteSettings) => void>();

  async function load(): Promise<void> {
    do {
      isStale = false;
      try {
        const loaded = (await findSiteSettings(db)) ?? DEFAULT_SITE_SETTINGS;
        if (JSON.stringify(loaded) === JSON.stringify(current)) continue;
        current = loaded;
        for (const listener of listeners) listener(loaded);
      } catch (error) {
        log.error({ error }, 'Failed to load site settings');
      }
    } while (isStale);
  }

  return {
    get: () => current,
    reload() {
      isStale = true;
      running ??= load().finally(() => {
        running = null;
      });
      return running;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
