import { useEffect, useState } from 'react';
import { focusOnMount } from '#app/lib/focus.ts';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { SCREEN_COPY } from '#shared/site-content/screen-copy.ts';
import type { PageSettings } from '#shared/site-settings/schema.ts';
import { Logo } from '#app/site/layout/logo.tsx';
import { EightPointDivider } from '#app/site/layout/ornament.tsx';
import { Spinner } from '#app/site/layout/spinner.tsx';
import { MAINTENANCE_MESSAGES } from './messages.ts';

const LOGO_SIZE = { width: 100, height: 250 };

export function MaintenanceScreen({ settings: given }: { settings: PageSettings }) {
  const { settings: live } = useSiteSettings();
  const [isChecking, setIsChecking] = useState(false);
  const settings = live.maintenanceMode ? live : given;
  const copy = { ...SCREEN_COPY, ...settings.copy };
  // Rendered as maintenance by the server, and the stream reports its end.
  const hasEnded = live.updatedAt > given.updatedAt && !live.maintenanceMode;

  useEffect(() => {
    if (hasEnded) window.location.reload();
  }, [hasEnded]);

  async function handleCheck() {
    setIsChecking(true);
    if (await isOpenAgain()) window.location.reload();
    else setIsChecking(false);
  }

  return (
    <main className="content-width grid min-h-dvh content-center justify-items-center gap-6 py-16 text-center">
      <title>{copy.maintenanceHeading}</title>
      <meta name="robots" content="noindex" />
      <Logo place="header" settings={settings} size={LOGO_SIZE} />
      <h1 ref={focusOnMount} tabIndex={-1} className="text-3xl outline-none">
        {copy.maintenanceHeading}
      </h1>
      <p className="max-w-text text-lg text-balance whitespace-pre-line text-ink-muted">
        {settings.maintenanceMessage}
      </p>
      <EightPointDivider />
      <button type="button" onClick={handleCheck} className="button button-primary">
        {isChecking && <Spinner />}
        {copy.maintenanceButton}
      </button>
      {settings.company.email && (
        <a
          href={`mailto:${settings.company.email}`}
          className="link inline-flex min-h-11 items-center"
        >
          {settings.company.email}
        </a>
      )}
      <p role="status" className="sr-only">
        {isChecking ? MAINTENANCE_MESSAGES.checking : ''}
      </p>
    </main>
  );
}

async function isOpenAgain(): Promise<boolean> {
  try {
    const response = await fetch('/api/site-settings', { cache: 'no-store' });
    const settings = (await response.json()) as { maintenance_mode?: boolean };
    return settings.maintenance_mode === false;
  } catch {
    return false;
  }
}
