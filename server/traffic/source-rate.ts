import { createBoundedMap } from '#server/lib/bounded-map.ts';

/** Null where a request has no address. */
export type SourceKeys = {
  aggregationKey: string | null;
  wideKey: string | null;
  isExempt?: boolean | undefined;
};
type Rate = { perSecond: number; burst: number };
type Bucket = { level: number; atMs: number };

export type SourceRate = ReturnType<typeof createSourceRate>;

const MAX_KNOWN = 20_000;

/** Leaky buckets per address or /64 and per /48. This machine and trusted proxies are exempt. */
export function createSourceRate({
  own,
  wide,
  monotonicNow = () => performance.now(),
}: {
  own: Rate;
  wide: Rate;
  monotonicNow?: () => number;
}) {
  const buckets = createBoundedMap<string, Bucket>({ max: MAX_KNOWN });

  function readLevel(key: string, { perSecond }: Rate, nowMs: number): number {
    const { level, atMs } = buckets.get(key) ?? { level: 0, atMs: nowMs };
    return Math.max(0, level - ((nowMs - atMs) * perSecond) / 1_000);
  }

  return {
    /** Takes `amount` (at most a `burst`) and returns 0, or takes nothing and returns the wait in milliseconds. */
    take({ aggregationKey, wideKey, isExempt }: SourceKeys, amount = 1): number {
      if (isExempt || aggregationKey === null) return 0;
      const nowMs = monotonicNow();
      const limits: [string, Rate][] = [[aggregationKey, own]];
      if (wideKey !== null && wideKey !== aggregationKey) limits.push([wideKey, wide]);
      const waits = limits.map(([key, rate]) => {
        const excess = readLevel(key, rate, nowMs) + amount - rate.burst;
        return (excess / rate.perSecond) * 1_000;
      });
      const waitMs = Math.max(0, ...waits);
      if (waitMs > 0) return waitMs;
      for (const [key, rate] of limits) {
        buckets.set(key, { level: readLevel(key, rate, nowMs) + amount, atMs: nowMs });
      }
      return 0;
    },
  };
}
