import { useEffect, useState } from 'react';
import { data, isRouteErrorResponse, Outlet, useNavigation } from 'react-router';
import { findLoadFailure } from '#app/lib/load-failure.ts';
import { HomeSkeleton } from '#app/site/home/home-skeleton.tsx';
import { Maintenance } from '#app/site/layout/fallbacks/maintenance.tsx';
import { ErrorNotice, ErrorPage } from '#app/site/layout/fallbacks/error-page.tsx';
import { SiteLayout } from '#app/site/layout/site-layout.tsx';
import { isMaintenanceData, type MaintenanceData } from '#app/site/lib/maintenance-data.ts';
import { pageContext } from '#server/http/pages/route-context.ts';
import { pageSettings } from '#shared/site-settings/values.ts';
import type { Route } from './+types/layout.ts';

const requireOpenSite: Route.MiddlewareFunction = ({ context }) => {
  const { settings } = context.get(pageContext);
  if (!settings.maintenanceMode) return;
  throw data<MaintenanceData>(
    { maintenance: pageSettings(settings) },
    { status: 503, headers: { 'Retry-After': '300', 'Cache-Control': 'no-store' } },
  );
};

export const middleware = [requireOpenSite];

export default function SiteRoute() {
  const isHomeSlow = useIsHomeSlow();
  return <SiteLayout>{isHomeSlow ? <HomeSkeleton /> : <Outlet />}</SiteLayout>;
}

const NOTICEABLE_MS = 150;

/** The skeleton appears only after a delay. */
function useIsHomeSlow(): boolean {
  const { location, state } = useNavigation();
  const isHomeLoading = state === 'loading' && location.pathname === '/';
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isHomeLoading) return undefined;
    const timer = setTimeout(() => setIsSlow(true), NOTICEABLE_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isHomeLoading]);
  return isHomeLoading && isSlow;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && isMaintenanceData(error.data)) {
    return <Maintenance settings={error.data.maintenance} />;
  }
  // Load failures keep the layout.
  if (!findLoadFailure(error)) return <ErrorPage error={error} />;
  return (
    <SiteLayout>
      <ErrorNotice error={error} />
    </SiteLayout>
  );
}
