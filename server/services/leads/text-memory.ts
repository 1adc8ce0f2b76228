import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { createBoundedMap } from '#server/lib/bounded-map.ts';

const WINDOW_MS = 60 * 60 * 1_000;
const MAX_ENTRIES = 10_000;
/** More copies need not be distinguished. */
const MAX_OF_A_TEXT = 8;
/** Several people write shorter texts without copying. */
const MIN_CHARACTERS = 24;

type Sending = { submission: string; atMs: number };

type Options = { monotonicNow?: () => number; capacity?: number };

/** Ignores blanks, punctuation and case. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Remembers texts of the last hour as keyed hashes in this process. */
export function createTextMemory({
  monotonicNow = () => performance.now(),
  capacity = MAX_ENTRIES,
}: Options = {}) {
  const secret = createSecretKey(randomBytes(32));
  const sent = createBoundedMap<string, Sending[]>({ max: capacity });

  return {
    /** Includes this submission; a repeated one counts once. */
    count(text: string, submission: string): number {
      const normal = normalise(text);
      if (normal.length < MIN_CHARACTERS) return 1;
      const hash = createHmac('sha256', secret).update(normal).digest('base64');
      const atMs = monotonicNow();
      const sendings = (sent.get(hash) ?? []).filter((sending) => sending.atMs > atMs - WINDOW_MS);
      if (!sendings.some((sending) => sending.submission === submission)) {
        sendings.push({ submission, atMs });
        if (sendings.length > MAX_OF_A_TEXT) sendings.shift();
      }
      sent.set(hash, sendings);
      return sendings.length;
    },
    get size() {
      return sent.size;
    },
  };
}
