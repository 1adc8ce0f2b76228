import type { Database } from '#server/context/context.ts';
import type { Log } from '#server/lib/log.ts';
import { DEFAULT_SITE_SETTINGS } from '#shared/site-settings/values.ts';
import type { SiteSettings } from '#shared/site-settings/schema.ts';
import { variantOfWidth } from '#shared/uploads/variants.ts';
import { findStoredSettings } from './read.ts';

export { getManagedSettings, updateSettings } from './manage.ts';
export {
  findOfficeHours,
  findStoredSettings,
  getPolicyMarkdown,
  type PolicyMarkdown,
} from './read.ts';

export type CurrentSettings = {
  get(): SiteSettings;
  reload(): Promise<void>;
  subscribe(listener: (settings: SiteSettings) => void): () => void;
};

const RETRY_MS = 1_000;
const MAX_PIXEL_RATIO = 3;

/** Sharp on any screen and no larger, since every page has them. */
function withFittingLogos(settings: SiteSettings): SiteSettings {
  const { headerLogoUrl, headerLogoWidth, footerLogoUrl, footerLogoWidth } = settings;
  return {
    ...settings,
    headerLogoUrl: variantOfWidth(headerLogoUrl, headerLogoWidth * MAX_PIXEL_RATIO),
    footerLogoUrl: variantOfWidth(footerLogoUrl, footerLogoWidth * MAX_PIXEL_RATIO),
  };
}

/** In memory, so that no page waits; `reload` runs when the table changes. */
export function createCurrentSettings(db: Database, log: Log): CurrentSettings {
  let current = DEFAULT_SITE_SETTINGS;
  let running: Promise<void> | null = null;
  let isStale = false;
  let retry: NodeJS.Timeout | undefined;
  // bounded by the event streams, which are limited, and the parts of the application
  const listeners = new Set<(settings: SiteSettings) => void>();

  async function load(): Promise<void> {
    do {
      isStale = false;
      try {
        const { settings = DEFAULT_SITE_SETTINGS, invalid = [] } =
          (await findStoredSettings(db)) ?? {};
        if (invalid.length > 0) log.error({ invalid }, 'Stored site settings are not valid');
        const loaded = withFittingLogos(settings);
        if (JSON.stringify(loaded) === JSON.stringify(current)) continue;
        current = loaded;
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
    reload,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
