import { isRouteErrorResponse } from 'react-router';
import type { ERROR_PAGES, LoadFailure } from '#shared/load-failures/messages.ts';

/** The router's text for errors of the server, which has logged them. */
const SERVER_ERROR = 'Unexpected Server Error';
/** Texts of browsers without a response, and of the router for a broken one. */
const NO_RESPONSE = /fetch|NetworkError|Load failed|Unable to decode/i;
const NOT_NOW = new Set([408, 429, 502, 503, 504, 507]);

/** Null for other errors. */
export function findLoadFailure(error: unknown): LoadFailure | null {
  if (isRouteErrorResponse(error)) return NOT_NOW.has(error.status) ? 'unavailable' : null;
  if (!(error instanceof Error) || !NO_RESPONSE.test(error.message)) return null;
  return navigator.onLine ? 'unreachable' : 'offline';
}

export function findErrorPage(error: unknown): keyof typeof ERROR_PAGES {
  const failure = findLoadFailure(error);
  if (failure) return failure;
  const isRecorded =
    typeof document === 'undefined' ||
    isRouteErrorResponse(error) ||
    (error instanceof Error && error.message === SERVER_ERROR);
  return isRecorded ? 'recorded' : 'fault';
}
