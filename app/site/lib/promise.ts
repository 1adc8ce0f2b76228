import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { hasDeadlines } from '#app/components/office-hours/use-response-time.ts';
import { findLoadFailure } from '#app/lib/load-failure.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

export type PromiseData = {
  renderedAt: number | null;
  /** Stored deadline, on the thank-you page of the server. */
  promisedAt: string | null;
};

/** Rethrows other errors than an unreached server. */
export function promiseWithout(error: unknown): PromiseData {
  const failure = findLoadFailure(error);
  if (failure !== 'offline' && failure !== 'unreachable') throw error;
  return { renderedAt: null, promisedAt: null };
}

/** The server has accepted the form, and the thank-you page must not wait. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** As stored, else calculated from the time of acceptance. */
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
