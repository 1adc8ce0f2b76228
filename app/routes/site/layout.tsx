import { data, isRouteErrorResponse, Outlet } from 'react-router';
import { Maintenance } from '#app/site/layout/maintenance.tsx';
import { ErrorPage } from '#app/site/layout/error-page.tsx';
import { SiteLayout } from '#app/site/layout/site-layout.tsx';
import { isMaintenanceData, type MaintenanceData } from '#app/site/lib/maintenance-data.ts';
import { pageContext } from '#server/route-context.ts';
import type { Route } from './+types/layout.ts';

const requireOpenSite: Route.MiddlewareFunction = ({ context }) => {
  const { settings } = context.get(pageContext);
  if (!settings.maintenanceMode) return;
  throw data<MaintenanceData>(
    { maintenance: settings },
    { status: 503, headers: { 'Retry-After': '300', 'Cache-Control': 'no-store' } },
  );
};

export const middleware = [requireOpenSite];

export default function SiteRoute() {
  return (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && isMaintenanceData(error.data)) {
    return <Maintenance settings={error.data.maintenance} />;
  }
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}
