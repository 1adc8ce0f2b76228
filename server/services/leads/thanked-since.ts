import type { ServiceContext } from '#server/context/context.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** For what was sent later than this, the page that thanks can still be opened. */
export function thankedSince(ctx: ServiceContext): Date {
  return new Date(ctx.now().getTime() - DAY_MS);
}
