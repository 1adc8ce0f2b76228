import type { Source } from './source.ts';

/**
 * Bounds what a source holds at once, such as connections: for itself and for the IPv6 /48 around it, so that nobody takes them all by
 * changing addresses. This machine and trusted proxies may hold as many as they like.
 */
export function createSourceLimit({ max, maxWide }: { max: number; maxWide: number }) {
  // bounded by what is held at once: an entry goes with the last of its source
  const counts = new Map<string, number>();

  function change(key: string, by: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }

  return {
    /** Takes one for a source until what it returns is called; null when the source, or the network around it, holds as many as it may. */
    take({ aggregationKey, wideKey, isExempt }: Source): (() => void) | null {
      if (isExempt) return () => undefined;
      const hasWider = wideKey !== aggregationKey;
      if ((counts.get(aggregationKey) ?? 0) >= max) return null;
      if (hasWider && (counts.get(wideKey) ?? 0) >= maxWide) return null;
      change(aggregationKey, 1);
      if (hasWider) change(wideKey, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        change(aggregationKey, -1);
        if (hasWider) change(wideKey, -1);
      };
    },
  };
}
