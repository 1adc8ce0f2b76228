import { ScreenFailure } from '#app/admin/shell/screen-failure.tsx';
import type { Route } from './+types/screen.ts';

export { Outlet as default } from 'react-router';

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ScreenFailure error={error} />;
}
