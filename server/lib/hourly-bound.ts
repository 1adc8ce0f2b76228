const HOUR_MS = 60 * 60_000;

export function createHourlyBound(max: number, now: () => Date): () => boolean {
  let hour = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now().getTime() / HOUR_MS);
    if (current !== hour) [hour, count] = [current, 0];
    count += 1;
    return count <= max;
  };
}
