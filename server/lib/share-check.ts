const SECOND_MS = 1_000;

type Options<T> = { validMs?: (result: T) => number; monotonicNow?: () => number };

/** Shares a running check and its result, for a second by default. A rejected check is repeated. */
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
