import type { ServiceContext } from '#server/context/context.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The thank-you page opens for leads received after this. */
export function thankedSince(ctx: ServiceContext): Date {
  return new Date(ctx.now().getTime() - DAY_MS);
}
