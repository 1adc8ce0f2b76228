import { isRouteErrorResponse } from 'react-router';
import type { ERROR_PAGES, LoadFailure } from '#shared/load-failures/messages.ts';

/** What the router says in place of an error of the server, which has logged it. */
const SERVER_ERROR = 'Unexpected Server Error';
/** How browsers say that a request got no response, and the router that it got a broken one. */
const NO_RESPONSE = /fetch|NetworkError|Load failed|Unable to decode/i;
const NOT_NOW = new Set([408, 429, 502, 503, 504, 507]);

/** Why the data of a page could not be loaded; null: something else went wrong. */
export function findLoadFailure(error: unknown): LoadFailure | null {
  if (isRouteErrorResponse(error)) return NOT_NOW.has(error.status) ? 'unavailable' : null;
  if (!(error instanceof Error) || !NO_RESPONSE.test(error.message)) return null;
  return navigator.onLine ? 'unreachable' : 'offline';
}

/** Which page an error leads to; only what the server met is recorded there. */
export function findErrorPage(error: unknown): keyof typeof ERROR_PAGES {
  const failure = findLoadFailure(error);
  if (failure) return failure;
  const isRecorded =
    typeof document === 'undefined' ||
    isRouteErrorResponse(error) ||
    (error instanceof Error && error.message === SERVER_ERROR);
  return isRecorded ? 'recorded' : 'fault';
}
