export type RecentEvents = ReturnType<typeof createRecentEvents>;

/** Tells whether `count` events have occurred within the last `ms`. */
export function createRecentEvents(
  count: number,
  ms: number,
  monotonicNow = () => performance.now(),
) {
  const times = new Float64Array(count).fill(-Infinity);
  let next = 0;
  return {
    add(): void {
      times[next] = monotonicNow();
      next = (next + 1) % count;
    },
    areMany: (): boolean => monotonicNow() - (times[next] ?? 0) < ms,
  };
}
