import { ServiceError } from '#server/errors.ts';
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
  maxWaiting: 8,
  maxWaitMs: 5_000,
  retryAfterSeconds: 5,
} as const;

type Waiting = HashTurn & { start: () => void; deny: (error: ServiceError) => void };

function busyError(): ServiceError {
  const { retryAfterSeconds } = HASH_QUEUE;
  return new ServiceError('UNAVAILABLE', LOGIN_MESSAGES.busy, undefined, { retryAfterSeconds });
}

/**
 * A bounded queue for work that takes a core for a quarter of a second. The known have room of their own and go first; among the others
 * the sources take turns, and when there is no room left the source with the most waiting gives one up.
 */
export function createHashQueue() {
  let running = 0;
  let runningUnknown = 0;
  let lastSource = '';
  const rooms = { known: [] as Waiting[], unknown: [] as Waiting[] };

  function takeNext(): Waiting | undefined {
    if (running >= HASH_QUEUE.maxRunning) return undefined;
    const room = rooms.known.length > 0 ? rooms.known : rooms.unknown;
    if (room === rooms.unknown && runningUnknown >= HASH_QUEUE.maxRunningUnknown) return undefined;
    const other = room.findIndex(({ source }) => source !== lastSource);
    return room.splice(Math.max(other, 0), 1)[0];
  }

  function startNext(): void {
    for (let next = takeNext(); next; next = takeNext()) {
      running += 1;
      if (!next.isKnown) runningUnknown += 1;
      lastSource = next.source;
      next.start();
    }
  }

  function makeRoom(room: Waiting[], source: string): boolean {
    if (room.length < HASH_QUEUE.maxWaiting) return true;
    const counts = new Map<string, number>();
    for (const entry of room) counts.set(entry.source, (counts.get(entry.source) ?? 0) + 1);
    const [greediest, most] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
    if (most <= (counts.get(source) ?? 0) + 1) return false;
    const [evicted] = room.splice(
      room.findLastIndex((entry) => entry.source === greediest),
      1,
    );
    evicted?.deny(busyError());
    return true;
  }

  async function waitForTurn({ source, isKnown }: HashTurn): Promise<void> {
    const room = isKnown ? rooms.known : rooms.unknown;
    if (!makeRoom(room, source)) throw busyError();
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        source,
        isKnown,
        start() {
          clearTimeout(timer);
          resolve();
        },
        deny(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        room.splice(room.indexOf(entry), 1);
        reject(busyError());
      }, HASH_QUEUE.maxWaitMs);
      room.push(entry);
      startNext();
    });
  }

  return {
    /** Runs the work when it is its turn; UNAVAILABLE when there is no room, or no turn in time. */
    async run<T>(work: () => Promise<T>, turn: HashTurn = OWN_TURN): Promise<T> {
      await waitForTurn(turn);
      try {
        return await work();
      } finally {
        running -= 1;
        if (!turn.isKnown) runningUnknown -= 1;
        startNext();
      }
    },
  };
}
