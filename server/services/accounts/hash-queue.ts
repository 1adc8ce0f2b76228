import { createFairQueue } from '#server/lib/fair-queue.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';

/** For whom a password is hashed; `isKnown`: signed in, or from where somebody signed in within a day. */
export type HashTurn = { source: string; isKnown: boolean };

/** What runs without a visitor: the command line, the first start. */
const OWN_TURN: HashTurn = { source: 'own', isKnown: true };

export const HASH_QUEUE = {
  /** More at once would take every thread of the pool, which file reads need too. */
  maxRunning: 2,
  /** The other slot is free for the known at any time. */
  maxRunningUnknown: 1,
  /** For each of the two rooms, the known and the others; an hour's failed sign-ins of one source fit. */
  maxPending: 8,
  maxWaitMs: 5_000,
  retryAfterSeconds: 5,
} as const;

/** A bounded queue for work that takes a core for a quarter of a second. The known have their own room and go first. */
export function createHashQueue() {
  const { maxRunning, maxRunningUnknown, maxPending, maxWaitMs, retryAfterSeconds } = HASH_QUEUE;
  const queue = createFairQueue({
    lanes: {
      known: { rank: 0, maxRunning, maxPending },
      unknown: { rank: 1, maxRunning: maxRunningUnknown, maxPending },
    },
    messages: { busy: LOGIN_MESSAGES.busy, tooManyOfYours: LOGIN_MESSAGES.busy },
    maxWaitMs,
    retryAfterSeconds,
  });
  return {
    /** Runs the work when it is its turn; UNAVAILABLE when there is no room, or no turn in time. */
    run: <T>(work: () => Promise<T>, { source, isKnown } = OWN_TURN): Promise<T> =>
      queue.run(isKnown ? 'known' : 'unknown', source, work),
  };
}
