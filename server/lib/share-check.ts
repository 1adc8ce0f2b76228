const SECOND_MS = 1_000;

/**
 * A check whose callers share its result: it runs at most once a second, whoever asks and however often, and everybody who asks while it
 * runs waits for the same one. After a failure the next one who asks begins again.
 */
export function shareCheck<T>(
  check: () => Promise<T>,
  monotonicNow = () => performance.now(),
): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let validUntil = 0;

  async function run(): Promise<T> {
    validUntil = Infinity;
    try {
      const result = await check();
      validUntil = monotonicNow() + SECOND_MS;
      return result;
    } catch (error) {
      validUntil = 0;
      throw error;
    }
  }

  return () => {
    if (latest === undefined || monotonicNow() >= validUntil) latest = run();
    return latest;
  };
}
