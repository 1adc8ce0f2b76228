import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { hasDeadlines } from '#app/components/office-hours/use-response-time.ts';
import { findLoadFailure } from '#app/lib/load-failure.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

export type PromiseData = {
  /** The minute in milliseconds; null where the server was not reached. */
  renderedAt: number | null;
  /** When the visitor of a thank-you page was promised an answer, if the server was asked for that page. */
  promisedAt: string | null;
};

/** What the page of a form has for its promise when an error kept its data away; any other error than an unreached server is thrown on. */
export function promiseWithout(error: unknown): PromiseData {
  const failure = findLoadFailure(error);
  if (failure !== 'offline' && failure !== 'unreachable') throw error;
  return { renderedAt: null, promisedAt: null };
}

/** The thank-you page must not wait for the server, which has accepted what was sent. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** When an answer was promised: as the server has stored it, else as it follows from when the server accepted what was sent. */
export function promisedAtOf(
  { promisedAt }: PromiseData,
  state: unknown,
  officeHours: OfficeHours,
): Date | null {
  if (promisedAt !== null) return new Date(promisedAt);
  const { acceptedAt } = (state ?? {}) as { acceptedAt?: unknown };
  const accepted = typeof acceptedAt === 'string' ? new Date(acceptedAt) : null;
  if (!accepted || !hasDeadlines(officeHours) || Number.isNaN(accepted.getTime())) return null;
  return dueAt(accepted, officeHours);
}
