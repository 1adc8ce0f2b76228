import { createBoundedMap } from '#server/lib/bounded-map.ts';
import type { Source } from './source.ts';

/** An administrator at work is not slowed down. */
const AT_WORK_MS = 30 * 60_000;
/** Where one signed in within this time nothing is blocked automatically. */
export const SIGNED_IN_MS = 24 * 60 * 60_000;
export const MAX_ADMIN_SOURCES = 5_000;

export type SeenAdmin = { aggregationKey: string; seenAtMs: number };

/** Remembers from where administrators work; times are those of a monotonic clock in milliseconds. */
export function createAdminSources() {
  const seenAt = createBoundedMap<string, number>({ max: MAX_ADMIN_SOURCES });

  function wasSeen({ aggregationKey, isForwarded }: Source, nowMs: number, withinMs: number) {
    // What an unconfigured proxy says may be what its visitor wants it to say.
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
