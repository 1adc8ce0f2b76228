import { type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { findLoadFailure } from '#app/lib/load-failure.ts';
import { isMaintenanceData } from '#app/site/lib/maintenance-data.ts';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { ErrorNotice } from './error-page.tsx';

type Props = {
  error: unknown;
  message: string;
  children: (failure: LoadFailure) => ReactNode;
};

/** What a page shows when its data could not be loaded on the way from another one; anything else is an error. */
export function LoadBoundary({ error, message, children }: Props) {
  const failure = findLoadFailure(error);
  useEffect(() => {
    // oxlint-disable-next-line no-console -- what the product only logs belongs in the browser's console
    if (failure) console.warn(message, error);
  }, [error, failure, message]);
  // The layout has the screen for it. The server never comes here: it stops above.
  if (isRouteErrorResponse(error) && isMaintenanceData(error.data)) throw error;
  return failure ? children(failure) : <ErrorNotice error={error} />;
}
