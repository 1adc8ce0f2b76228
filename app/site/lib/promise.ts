import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { findLoadFailure } from '#app/lib/load-failure.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

/** What the pages of the forms know of the promise. */
export type PromiseData = {
  /** Null where the server was not reached. */
  officeHours: OfficeHours | null;
  /** When the visitor of a thank-you page was promised an answer, if the server was asked for that page. */
  promisedAt: string | null;
};

/** What the page of a form has for its promise when an error kept its data away; any other error than an unreached server is thrown on. */
export function promiseWithout(error: unknown): PromiseData {
  const failure = findLoadFailure(error);
  if (failure !== 'offline' && failure !== 'unreachable') throw error;
  return { officeHours: null, promisedAt: null };
}

/** The thank-you page must not wait for the server, which has accepted what was sent. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** When an answer was promised: as the server has stored it, else as it follows from when the server accepted what was sent. */
export function promisedAtOf(
  { officeHours, promisedAt }: PromiseData,
  state: unknown,
): Date | null {
  if (promisedAt !== null) return new Date(promisedAt);
  const { acceptedAt } = (state ?? {}) as { acceptedAt?: unknown };
  const accepted = typeof acceptedAt === 'string' ? new Date(acceptedAt) : null;
  if (!officeHours || officeHours.isFallback || !accepted || Number.isNaN(accepted.getTime()))
    return null;
  return dueAt(accepted, officeHours);
}
