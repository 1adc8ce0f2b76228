import { ServiceError } from '#server/core/errors.ts';

export type Lane = {
  rank: number;
  maxRunning: number;
  maxPending: number;
};

type Options<Name extends string> = {
  lanes: Record<Name, Lane>;
  /** Limits per source. Without it, a source may fill a lane, but loses places to sources with less. */
  perSource?: { maxRunning: number; maxPending: number };
  maxWaitMs?: number;
  messages: { busy: string; tooManyOfYours: string };
  retryAfterSeconds?: number;
};

type Piece = { lane: Lane; source: string | null; turn: PromiseWithResolvers<void> };

export type FairQueue<Name extends string> = {
  /** Throws `UNAVAILABLE` when the lane is full, `RATE_LIMITED` when the source's share is. `null` is the site itself. */
  run<T>(lane: Name, source: string | null, work: () => Promise<T>): Promise<T>;
};

/** Lanes by rank; within a lane sources take turns, so that a busy source waits for itself. */
export function createFairQueue<Name extends string>({
  lanes,
  perSource,
  maxWaitMs,
  messages,
  retryAfterSeconds,
}: Options<Name>): FairQueue<Name> {
  // bounded by the lanes' threads
  const running = new Set<Piece>();
  // Bounded by the lanes' `maxWaiting`.
  const pending: Piece[] = [];
  let lastSource: string | null = null;

  function mayStart({ lane, source }: Piece): boolean {
    const hasRoom = Object.values<Lane>(lanes).every(
      ({ rank, maxRunning }) => rank > lane.rank || countFrom(rank) < maxRunning,
    );
    if (!hasRoom || !perSource || source === null) return hasRoom;
    const ofSource = [...running].filter((piece) => piece.source === source).length;
    return ofSource < perSource.maxRunning;
  }

  function countFrom(rank: number): number {
    let count = 0;
    for (const { lane } of running) if (lane.rank >= rank) count += 1;
    return count;
  }

  function isBefore(piece: Piece, other: Piece): boolean {
    if (piece.lane.rank !== other.lane.rank) return piece.lane.rank < other.lane.rank;
    return other.source === lastSource && piece.source !== lastSource;
  }

  function startNext(): void {
    for (;;) {
      let next: Piece | null = null;
      for (const piece of pending) {
        if ((next === null || isBefore(piece, next)) && mayStart(piece)) next = piece;
      }
      if (next === null) return;
      pending.splice(pending.indexOf(next), 1);
      running.add(next);
      lastSource = next.source;
      next.turn.resolve();
    }
  }

  function busyError(): ServiceError {
    return new ServiceError('UNAVAILABLE', messages.busy, undefined, { retryAfterSeconds });
  }

  function deny(piece: Piece): void {
    pending.splice(pending.indexOf(piece), 1);
    piece.turn.reject(busyError());
  }

  function makeRoom(lane: Lane, source: string | null): void {
    const inLane = pending.filter((piece) => piece.lane === lane);
    const bySource = Map.groupBy(inLane, (piece) => piece.source);
    const own = bySource.get(source)?.length ?? 0;
    if (perSource && source !== null && own >= perSource.maxPending) {
      throw new ServiceError('RATE_LIMITED', messages.tooManyOfYours, undefined, {
        retryAfterSeconds: 5,
      });
    }
    if (inLane.length < lane.maxPending) return;
    const [max = []] = [...bySource.values()].toSorted((a, b) => b.length - a.length);
    const newest = max.at(-1);
    if (perSource || !newest || max.length <= own + 1) throw busyError();
    deny(newest);
  }

  return {
    async run(name, source, work) {
      const lane = lanes[name];
      makeRoom(lane, source);
      const piece: Piece = { lane, source, turn: Promise.withResolvers() };
      pending.push(piece);
      startNext();
      const timer = maxWaitMs && setTimeout(() => deny(piece), maxWaitMs);
      try {
        await piece.turn.promise;
      } finally {
        clearTimeout(timer);
      }
      try {
        return await work();
      } finally {
        running.delete(piece);
        startNext();
      }
    },
  };
}
