import { ServiceError } from '#server/errors.ts';

/** A kind of work: those of a lower `rank` go first. */
export type Lane = {
  rank: number;
  /** So many pieces of this lane and of those ranked after it run at once. */
  maxRunning: number;
  /** So many wait; a further one is turned away. */
  maxWaiting: number;
};

type Options<Name extends string> = {
  lanes: Record<Name, Lane>;
  /** Of one source: running at once, and waiting in one lane. */
  perSource: { maxRunning: number; maxWaiting: number };
  /** What is said to whom the lane, or their own part of it, has no room. */
  messages: { busy: string; tooManyOfYours: string };
};

type Piece = { lane: Lane; source: string | null; start: () => void };

export type FairQueue<Name extends string> = {
  /** Runs `work` in its turn, or throws `UNAVAILABLE` (the lane is full) or `RATE_LIMITED` (the source's part of it is); the source `null` is the site itself and has no bound of its own. */
  run<T>(lane: Name, source: string | null, work: () => Promise<T>): Promise<T>;
};

/**
 * Bounded work of several sources: lanes by rank, in a lane first come first served among the sources that have room, so that whoever
 * sends much waits for himself.
 */
export function createFairQueue<Name extends string>({
  lanes,
  perSource,
  messages,
}: Options<Name>): FairQueue<Name> {
  // bounded by the lanes' threads
  const running = new Set<Piece>();
  // Bounded by the lanes' `maxWaiting`.
  const waiting: Piece[] = [];

  function mayStart({ lane, source }: Piece): boolean {
    const hasRoom = Object.values<Lane>(lanes).every(
      ({ rank, maxRunning }) => rank > lane.rank || countFrom(rank) < maxRunning,
    );
    if (!hasRoom || source === null) return hasRoom;
    const ofSource = [...running].filter((piece) => piece.source === source).length;
    return ofSource < perSource.maxRunning;
  }

  function countFrom(rank: number): number {
    let count = 0;
    for (const { lane } of running) if (lane.rank >= rank) count += 1;
    return count;
  }

  function startNext(): void {
    for (;;) {
      let next: Piece | null = null;
      for (const piece of waiting) {
        if ((next === null || piece.lane.rank < next.lane.rank) && mayStart(piece)) next = piece;
      }
      if (next === null) return;
      waiting.splice(waiting.indexOf(next), 1);
      running.add(next);
      next.start();
    }
  }

  return {
    async run(name, source, work) {
      const lane = lanes[name];
      const inLane = waiting.filter((piece) => piece.lane === lane);
      const ofSource = inLane.filter((piece) => source !== null && piece.source === source).length;
      if (ofSource >= perSource.maxWaiting) {
        throw new ServiceError('RATE_LIMITED', messages.tooManyOfYours, undefined, {
          retryAfterSeconds: 5,
        });
      }
      if (inLane.length >= lane.maxWaiting) {
        throw new ServiceError('UNAVAILABLE', messages.busy);
      }
      const piece: Piece = { lane, source, start: () => undefined };
      const turn = new Promise<void>((resolve) => (piece.start = resolve));
      waiting.push(piece);
      startNext();
      await turn;
      try {
        return await work();
      } finally {
        running.delete(piece);
        startNext();
      }
    },
  };
}
