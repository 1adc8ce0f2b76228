import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#server/context/context.ts';
import type { Log } from '#server/lib/log.ts';
import { DEFAULT_LIVE_SETTINGS, DEFAULT_SITE_SETTINGS } from '#shared/site-settings/values.ts';
import type { LiveSettings, PageBrand, SiteSettings } from '#shared/site-settings/schema.ts';
import { BRAND_STYLESHEET, buildBrandCss } from '#shared/brand/stylesheet.ts';
import { variantOfWidth } from '#shared/uploads/variants.ts';
import { buildEmptyContent, readSiteContent } from '#server/services/site-content/index.ts';
import { selectShownProof } from '#shared/claims/values.ts';
import { getClock, toCompany } from '#shared/company/to-company.ts';
import { CONTENT_KEYS, type SiteContent } from '#shared/site-content/types.ts';
import { buildNavigation, PAGE_TABLES, pickSet, readPageState } from './navigation.ts';
import { findStoredSettings } from './read.ts';

export { readPageState } from './navigation.ts';
export { getManagedSettings, updateSettings } from './manage.ts';
export { listPolicyVersions, readBuiltInPolicy } from './publish-policies.ts';
export {
  findHeaderLogo,
  findOfficeHours,
  findSiteSettings,
  findStoredSettings,
  getPolicyMarkdown,
  type PolicyMarkdown,
} from './read.ts';

export type CurrentSettings = {
  get(): LiveSettings;
  /** Pages show it while the database is unreachable. Claims without evidence are left out. */
  getContent(): SiteContent;
  /** Null until they are loaded. */
  findContent(): SiteContent | null;
  reload(): Promise<void>;
  subscribe(listener: (settings: LiveSettings) => void): () => void;
};

export const SETTINGS_TABLES: readonly string[] = ['site_settings', 'site_content', ...PAGE_TABLES];

const RETRY_MS = 1_000;
const MAX_PIXEL_RATIO = 3;

/** Sharp on any screen and no larger, since every page has them. */
function withFittingLogos(settings: LiveSettings): LiveSettings {
  const { headerLogoUrl, headerLogoWidth, footerLogoUrl, footerLogoWidth } = settings;
  return {
    ...settings,
    headerLogoUrl: variantOfWidth(headerLogoUrl, headerLogoWidth * MAX_PIXEL_RATIO),
    footerLogoUrl: variantOfWidth(footerLogoUrl, footerLogoWidth * MAX_PIXEL_RATIO),
  };
}

const ICON_SIZE = 480;

/** Null for the brand that app/styles/app.css has. */
function findPageBrand(brand: SiteContent['brand'], settings: SiteSettings): PageBrand | null {
  if (isDeepStrictEqual(brand, buildEmptyContent().brand)) return null;
  const { typeface, darkLogo, squareLogo } = brand;
  const width = Math.max(settings.headerLogoWidth, settings.footerLogoWidth);
  const version = hash('sha256', buildBrandCss(brand)).slice(0, 8);
  return {
    stylesheet: `${BRAND_STYLESHEET}?v=${version}`,
    typeface,
    darkLogoUrl: variantOfWidth(darkLogo ?? '', width * MAX_PIXEL_RATIO),
    squareLogoUrl: variantOfWidth(squareLogo ?? '', ICON_SIZE),
  };
}

type Options = { db: Database; log: Log; publicUrl: string };

/** In memory, so that no page waits; `reload` runs when one of `SETTINGS_TABLES` changes. */
export function createCurrentSettings({ db, log, publicUrl }: Options): CurrentSettings {
  let current = DEFAULT_LIVE_SETTINGS;
  let content = buildEmptyContent();
  let running: Promise<void> | null = null;
  let isStale = false;
  let retry: NodeJS.Timeout | undefined;
  // bounded by the event streams, which are limited, and the parts of the application
  const listeners = new Set<(settings: LiveSettings) => void>();

  async function load(): Promise<void> {
    do {
      isStale = false;
      try {
        const [stored, all, pages] = await Promise.all([
          findStoredSettings(db),
          readSiteContent(db, CONTENT_KEYS),
          readPageState(db),
        ]);
        const read = { ...all, proof: selectShownProof(all.proof, pages.categories) };
        const { settings = DEFAULT_SITE_SETTINGS, invalid = [] } = stored ?? {};
        if (invalid.length > 0) log.error({ invalid }, 'Stored site settings are not valid');
        const company = toCompany(read.company, new URL(publicUrl).hostname);
        const { timeZone } = settings.officeHours;
        const { place } = getClock(timeZone, company);
        const officeHours = { ...settings.officeHours, ...(place && { place }) };
        const navigation = buildNavigation(read, pages);
        const brand = findPageBrand(read.brand, settings);
        const loaded = withFittingLogos({
          ...settings,
          faviconUrl: settings.faviconUrl || (brand?.squareLogoUrl ?? ''),
          officeHours,
          company,
          navigation,
          copy: pickSet(read['page/screens']),
          ...(brand && { brand }),
        });
        if (isDeepStrictEqual([loaded, read], [current, content])) continue;
        [current, content] = [loaded, read];
        for (const listener of listeners) listener(loaded);
      } catch (error) {
        log.error({ error }, 'Failed to load site settings');
        clearTimeout(retry);
        retry = setTimeout(() => void reload(), RETRY_MS).unref();
      }
    } while (isStale);
  }

  function reload(): Promise<void> {
    isStale = true;
    running ??= load().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    get: () => current,
    getContent: () => content,
    findContent: () => (current === DEFAULT_LIVE_SETTINGS ? null : content),
    reload,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
