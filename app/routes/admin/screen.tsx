import { ScreenFailure } from '#app/admin/shell/screen-guard.tsx';
import type { Route } from './+types/screen.ts';

export { ScreenGuard as default } from '#app/admin/shell/screen-guard.tsx';

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ScreenFailure error={error} />;
}
