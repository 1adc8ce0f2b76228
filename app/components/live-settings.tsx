import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { SiteSettings } from '#shared/site-settings.ts';
import { DEFAULT_SITE_SETTINGS } from '#shared/site-defaults.ts';

type SettingsState = { settings: SiteSettings; year: number };

const SettingsContext = createContext<SettingsState>({
  settings: DEFAULT_SITE_SETTINGS,
  year: 2025,
});

/** The settings as they are now, and the year of the page. */
export function useSiteSettings(): SettingsState {
  return useContext(SettingsContext);
}

const STREAM = '/api/site-settings/stream';
const REOPEN_MS = 5_000;

/** Follows the settings through server-sent events; a broken stream is opened again. */
function useLiveSettings(initial: SiteSettings, isFollowed: boolean): SiteSettings {
  const [live, setLive] = useState<SiteSettings | null>(null);

  useEffect(() => {
    if (!isFollowed) return undefined;
    let source: EventSource | null = null;
    let timer: number | undefined;

    function open() {
      close();
      source = new EventSource(STREAM);
      source.addEventListener('settings', (event) => {
        setLive(JSON.parse(event.data) as SiteSettings);
      });
      // The browser reconnects by itself unless the answer was an error: then the stream is closed for good.
      source.addEventListener('error', () => {
        if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(open, REOPEN_MS);
      });
    }
    function close() {
      window.clearTimeout(timer);
      source?.close();
      source = null;
    }

    open();
    // An open stream would keep the page out of the back/forward cache.
    window.addEventListener('pagehide', close);
    window.addEventListener('pageshow', reopenIfRestored);
    function reopenIfRestored(event: PageTransitionEvent) {
      if (event.persisted) open();
    }
    return () => {
      close();
      window.removeEventListener('pagehide', close);
      window.removeEventListener('pageshow', reopenIfRestored);
    };
  }, [isFollowed]);

  return live ?? initial;
}

type Props = { initial: SiteSettings; year: number; children: ReactNode };

export function LiveSettings({ initial, year, children }: Props) {
  const { pathname } = useLocation();
  // A browser opens few connections to one host, and the back office has a stream of its own.
  const settings = useLiveSettings(initial, !/^\/admin(?:\/|$)/.test(pathname));
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
