import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import type { SiteSettings } from '#shared/site-settings.ts';
import { Logo } from './logo.tsx';
import { EightPointDivider } from './ornament.tsx';

function isExempt(path: string): boolean {
  return path === '/adminloginpage' || path === '/admin' || path.startsWith('/admin/');
}

/** Lays the maintenance screen over the page, which stays mounted so that a half-filled form keeps its entries. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const { settings } = useSiteSettings();
  const { pathname } = useLocation();
  const isClosed = settings.maintenanceMode && !isExempt(pathname);
  return (
    <>
      <div hidden={isClosed}>{children}</div>
      {isClosed && <MaintenanceScreen settings={settings} />}
    </>
  );
}

type ScreenProps = { settings: SiteSettings };

export function MaintenanceScreen({ settings: given }: ScreenProps) {
  const { settings: live } = useSiteSettings();
  const { revalidate, state } = useRevalidator();
  const [isChecking, setIsChecking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const settings = live.maintenanceMode ? live : given;
  const hasEnded = !live.maintenanceMode && given !== live;

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (hasEnded) void revalidate();
  }, [hasEnded, revalidate]);

  async function handleCheck() {
    setIsChecking(true);
    const [answer] = await Promise.all([
      fetch('/api/site-settings', { cache: 'no-store' }).catch(() => null),
      revalidate(),
    ]);
    if (answer?.ok) window.location.reload();
    else setIsChecking(false);
  }

  const isBusy = isChecking || state === 'loading';
  return (
    <main className="content-width grid min-h-dvh content-center justify-items-center gap-6 py-16 text-center">
      <title>Site Under Maintenance</title>
      <meta name="robots" content="noindex" />
      <Logo
        url={settings.headerLogoUrl}
        alt={settings.headerLogoAlt}
        width={100}
        height={250}
        className="object-contain"
      />
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        Site Under Maintenance
      </h1>
      <p className="max-w-text text-lg whitespace-pre-line text-ink-muted">
        {settings.maintenanceMessage}
      </p>
      <EightPointDivider />
      <button type="button" onClick={handleCheck} className="button button-primary">
        {isBusy && <Spinner />}
        Check Again
      </button>
      <p role="status" className="sr-only">
        {isBusy ? 'Checking the settings' : ''}
      </p>
    </main>
  );
}

function Spinner() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 motion-safe:animate-spin">
      <path d="M8 1.5a6.5 6.5 0 1 1-6.5 6.5" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
