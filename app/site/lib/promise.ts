import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { dueAt } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

/** What the pages of the forms know of the promise. */
type PromiseData = {
  officeHours: OfficeHours;
  /** When the visitor of a thank-you page was promised an answer, if the server was asked for that page. */
  promisedAt: string | null;
};

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
  if (!accepted || Number.isNaN(accepted.getTime())) return null;
  return dueAt(accepted, officeHours);
}
