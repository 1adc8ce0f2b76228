export type Sample = { minute: number; value: number };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = Number.isInteger(middle)
    ? sorted.slice(middle - 1, middle + 1)
    : sorted.slice(Math.floor(middle), Math.floor(middle) + 1);
  return (low + high) / 2;
}

/**
 * By how much something grows in a minute: the median of the slopes between all pairs of samples (Theil and Sen), which a few that were taken during a
 * garbage collection do not change.
 */
export function slopePerMinute(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((a, index) =>
    samples.slice(index + 1).map((b) => (b.value - a.value) / (b.minute - a.minute)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

/** The samples of a span of minutes. */
export function between(samples: readonly Sample[], from: number, to: number): Sample[] {
  return samples.filter(({ minute }) => minute >= from && minute <= to);
}
