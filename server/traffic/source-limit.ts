import type { Source } from './source.ts';

/** Limits what a source holds at once, per address or /64 and per /48. This machine and trusted proxies are exempt. */
export function createSourceLimit({ max, maxWide }: { max: number; maxWide: number }) {
  // bounded by what is held at once: an entry goes with the last of its source
  const counts = new Map<string, number>();

  function change(key: string, by: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }

  return {
    /** Returns how to release it; null at the limit. */
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
