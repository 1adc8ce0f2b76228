const SECOND_MS = 1_000;

type Options<T> = { validMs?: (result: T) => number; monotonicNow?: () => number };

/**
 * A check whose callers share its result: it runs at most once a second, or in the time for which its result is valid, whoever asks and however often, and everybody who asks while it
 * runs waits for the same one. After a failure the next one who asks begins again.
 */
export function shareCheck<T>(
  check: () => Promise<T>,
  { validMs = () => SECOND_MS, monotonicNow = () => performance.now() }: Options<T> = {},
): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let validUntil = 0;

  async function run(): Promise<T> {
    validUntil = Infinity;
    try {
      const result = await check();
      validUntil = monotonicNow() + validMs(result);
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
