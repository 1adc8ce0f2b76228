import type { ServiceContext } from '#server/context/context.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** RFC 9562, versions 4 and 7: only the form knows such a key. */
export function thankedSince(ctx: ServiceContext): Date {
  return new Date(ctx.now().getTime() - DAY_MS);
}
