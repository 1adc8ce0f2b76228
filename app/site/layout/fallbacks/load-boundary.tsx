import { type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { findLoadFailure } from '#app/lib/load-failure.ts';
import { isMaintenanceData } from '#app/site/lib/maintenance-data.ts';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { ErrorNotice } from './error-page.tsx';

type Props = { error: unknown; message: string; children: (failure: LoadFailure) => ReactNode };

/** Load failures show `children`, other errors the notice. */
export function LoadBoundary({ error, message, children }: Props) {
  const failure = findLoadFailure(error);
  useEffect(() => {
    // oxlint-disable-next-line no-console -- what the product only logs belongs in the browser's console
    if (failure) console.warn(message, error);
  }, [error, failure, message]);
  // The layout shows the maintenance screen.
  if (isRouteErrorResponse(error) && isMaintenanceData(error.data)) throw error;
  return failure ? children(failure) : <ErrorNotice error={error} />;
}
