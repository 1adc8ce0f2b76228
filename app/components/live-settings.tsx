import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { SETTINGS_STREAM } from '#app/lib/settings-stream.ts';
import { joinStream } from '#app/lib/shared-stream.ts';
import { isAdminPath } from '#shared/routes.ts';
import type { PageSettings, SiteSettings } from '#shared/site-settings/schema.ts';
import { DEFAULT_PAGE_SETTINGS } from '#shared/site-settings/values.ts';

/** The office hours are there once the stream has brought them; the pages that need them have their own. */
type LiveSettings = PageSettings & Partial<Pick<SiteSettings, 'officeHours'>>;

type SettingsState = { settings: LiveSettings; year: number };

const SettingsContext = createContext<SettingsState>({
  settings: DEFAULT_PAGE_SETTINGS,
  year: 2025,
});

/** The settings as they are now, and the year of the page. */
export function useSiteSettings(): SettingsState {
  return useContext(SettingsContext);
}

/** Follows the settings through the stream that all tabs share. */
function useLiveSettings(initial: PageSettings, isFollowed: boolean): LiveSettings {
  const [live, setLive] = useState<string | null>(null);
  useEffect(() => {
    if (!isFollowed) return undefined;
    return joinStream({ ...SETTINGS_STREAM, onMessage: ({ data }) => setLive(data) });
  }, [isFollowed]);
  return useMemo(
    () => (live === null ? initial : (JSON.parse(live) as LiveSettings)),
    [initial, live],
  );
}

type Props = { initial: PageSettings; year: number; children: ReactNode };

export function LiveSettings({ initial, year, children }: Props) {
  const { pathname } = useLocation();
  // The back office shows none of them.
  const settings = useLiveSettings(initial, !isAdminPath(pathname));
  const version = Date.parse(settings.updatedAt);
  return (
    <SettingsContext value={{ settings, year }}>
      <link
        rel="icon"
        href={settings.faviconUrl ? `${settings.faviconUrl}?v=${version}` : '/favicon.svg'}
      />
      {children}
    </SettingsContext>
  );
}
