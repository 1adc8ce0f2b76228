import { createBoundedMap } from '#server/lib/bounded-map.ts';
import type { Source } from './source.ts';

/** An administrator at work is not limited. */
const AT_WORK_MS = 30 * 60_000;
/** No automatic blocks apply after a sign-in. */
export const SIGNED_IN_MS = 24 * 60 * 60_000;
export const MAX_ADMIN_SOURCES = 5_000;

export type SeenAdmin = { aggregationKey: string; seenAtMs: number };

/** Times are of a monotonic clock in milliseconds. */
export function createAdminSources() {
  const seenAt = createBoundedMap<string, number>({ max: MAX_ADMIN_SOURCES });

  function wasSeen({ aggregationKey, isForwarded }: Source, nowMs: number, withinMs: number) {
    // A header from an unconfigured proxy may be forged.
    if (isForwarded || seenAt.size === 0) return false;
    const at = seenAt.get(aggregationKey);
    return at !== undefined && nowMs - at < withinMs;
  }

  return {
    see({ aggregationKey, seenAtMs }: SeenAdmin): void {
      if ((seenAt.get(aggregationKey) ?? -Infinity) < seenAtMs)
        seenAt.set(aggregationKey, seenAtMs);
    },
    isAtWork: (source: Source, nowMs: number) => wasSeen(source, nowMs, AT_WORK_MS),
    hasSignedIn: (source: Source, nowMs: number) => wasSeen(source, nowMs, SIGNED_IN_MS),
  };
}
