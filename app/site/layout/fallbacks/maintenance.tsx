import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { isAdminPath } from '#shared/routes.ts';
import type { PageSettings } from '#shared/site-settings/schema.ts';

// Rarely needed, so not part of the initial load.
const Screen = lazy(async () => {
  const { MaintenanceScreen } = await import('./maintenance-screen.tsx');
  return { default: MaintenanceScreen };
});

export function Maintenance({ settings }: { settings: PageSettings }) {
  return (
    <Suspense fallback={<p className="content-width py-16">{settings.maintenanceMessage}</p>}>
      <Screen settings={settings} />
    </Suspense>
  );
}

/** The page stays mounted, so that a half-filled form keeps its entries. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const { settings } = useSiteSettings();
  const { pathname } = useLocation();
  const isClosed = settings.maintenanceMode && !isAdminPath(pathname);
  return (
    <>
      <div hidden={isClosed}>{children}</div>
      {isClosed && <Maintenance settings={settings} />}
    </>
  );
}
