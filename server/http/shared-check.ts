const SECOND_MS = 1_000;

/**
 * A check whose callers share its result: it runs at most once a second, whoever asks and however often, and everybody who asks while it
 * runs waits for the same one.
 */
export function shareCheck(
  check: () => Promise<boolean>,
  monotonicNow: () => number = () => performance.now(),
): () => Promise<boolean> {
  let latest: Promise<boolean> | undefined;
  let validUntil = 0;

  async function run(): Promise<boolean> {
    validUntil = Infinity;
    try {
      return await check();
    } finally {
      validUntil = monotonicNow() + SECOND_MS;
    }
  }

  return () => {
    if (latest === undefined || monotonicNow() >= validUntil) latest = run();
    return latest;
  };
}
