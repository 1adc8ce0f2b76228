import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { SETTINGS_STREAM } from '#app/lib/settings-stream.ts';
import { joinStream } from '#app/lib/shared-stream.ts';
import type { ResponseState } from '#shared/office-hours/sentences.ts';
import type { Company } from '#shared/company/values.ts';
import type { LiveSettings as Settings } from '#shared/site-settings/schema.ts';
import { DEFAULT_LIVE_SETTINGS } from '#shared/site-settings/values.ts';

type SettingsState = { settings: Settings; year: number; responseState: ResponseState };

const SettingsContext = createContext<SettingsState>({
  settings: DEFAULT_LIVE_SETTINGS,
  year: 2025,
  responseState: 'closed',
});

export function useSiteSettings(): SettingsState {
  return useContext(SettingsContext);
}

export function useCompany(): Company {
  return useSiteSettings().settings.company;
}

function useLiveSettings(initial: Settings): Settings {
  const [live, setLive] = useState<string | null>(null);
  useEffect(() => joinStream({ ...SETTINGS_STREAM, onMessage: ({ data }) => setLive(data) }), []);
  return useMemo(() => (live === null ? initial : (JSON.parse(live) as Settings)), [initial, live]);
}

type Props = Omit<SettingsState, 'settings'> & { initial: Settings; children: ReactNode };

export function LiveSettings({ initial, year, responseState, children }: Props) {
  const settings = useLiveSettings(initial);
  const version = Date.parse(settings.updatedAt);
  return (
    <SettingsContext value={{ settings, year, responseState }}>
      {settings.brand && <link rel="stylesheet" href={settings.brand.stylesheet} />}
      <link
        rel="icon"
        href={settings.faviconUrl ? `${settings.faviconUrl}?v=${version}` : '/favicon.svg'}
      />
      {children}
    </SettingsContext>
  );
}
