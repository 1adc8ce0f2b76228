import { Outlet } from 'react-router';
import { ScreenFailure } from '#app/admin/shell/screen-failure.tsx';
import type { Route } from './+types/screen.ts';

export default function ScreenRoute() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ScreenFailure error={error} />;
}
