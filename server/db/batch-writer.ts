import { findUnavailability, type Unavailability } from '#server/errors.ts';
import { limitStatements } from './statement-limit.ts';

type PendingTask<Row, Result> = {
  row: Row;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** A row whose batch has failed: how long it may take alone, and what its batch or its last try met. */
type Alone<Row, Result> = PendingTask<Row, Result> & {
  limitMs: number;
  unavailability: Unavailability | null;
};

/** `isRetry`: an earlier try of the same row may have been committed without telling, or still be under way. */
export type Try = { isRetry: boolean };

type Options<Target, Row, Result> = {
  /** Writes rows in one statement and returns what became of each, in their order; a row that is there already is not written again. */
  write: (target: Target, rows: readonly Row[], each: Try) => Promise<Result[]>;
  maxBatchSize: number;
  /** The length of the texts of a row: what the work of a statement grows with. */
  sizeOf?: (row: Row) => number;
  /** Rows with one key are written one after the other. */
  keyOf?: (row: Row) => string;
};

const MAX_BATCH_CHARACTERS = 100_000;
const BATCH_LIMIT_MS = 1_000;
const FIRST_ALONE_LIMIT_MS = 250;
const LAST_ALONE_LIMIT_MS = 4_000;
const MAX_LANES = 2;

/** What may pass for one row while others are written. */
const OF_THE_ROW = new Set<Unavailability | null>(['timeout', 'locked', 'conflict']);

/**
 * Group commit (D. J. DeWitt et al., "Implementation Techniques for Main Memory Database Systems", 1984): a row is written at once,
 * and those that come while a statement is under way are written together by the next one. Resolves when the row is committed. Each
 * target, a database, has a queue of its own.
 *
 * A batch that fails for any reason is written row by row, beside the next batches, so that no row fails with another. A row that
 * hangs goes behind the others and gets more time. So an honest row waits for the batch before it and its own, a second each, and for
 * 250 ms for every two of its batch that hang: four seconds beside 16 of them, 14.5 beside 99.
 */
export function createBatchWriter<Target extends WeakKey, Row, Result>({
  write,
  maxBatchSize,
  sizeOf = () => 0,
  keyOf,
}: Options<Target, Row, Result>): (target: Target, row: Row) => Promise<Result> {
  type Queue = {
    pending: PendingTask<Row, Result>[];
    isWriting: boolean;
    alone: Alone<Row, Result>[];
    lanes: number;
    /** The keys of rows that are to be written alone or just are. */
    heldKeys: Set<string>;
  };
  // Their rows are those of requests that wait for a response, which the listener bounds.
  const queues = new WeakMap<Target, Queue>();

  function takeBatch(queue: Queue): PendingTask<Row, Result>[] {
    const keys = new Set(queue.heldKeys);
    const batch: PendingTask<Row, Result>[] = [];
    const left: PendingTask<Row, Result>[] = [];
    let size = 0;
    for (const each of queue.pending) {
      const key = keyOf?.(each.row);
      const isFull =
        batch.length === maxBatchSize ||
        (size > 0 && size + sizeOf(each.row) > MAX_BATCH_CHARACTERS);
      if (isFull || (key !== undefined && keys.has(key))) {
        left.push(each);
        continue;
      }
      batch.push(each);
      size += sizeOf(each.row);
      if (key !== undefined) keys.add(key);
    }
    queue.pending = left;
    return batch;
  }

  async function writeBatch(target: Target, queue: Queue, batch: PendingTask<Row, Result>[]) {
    try {
      const rows = batch.map(({ row }) => row);
      const results = await limitStatements(BATCH_LIMIT_MS, () =>
        write(target, rows, { isRetry: false }),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const unavailability = findUnavailability(error);
      const isOne = batch.length === 1;
      if (isOne && !OF_THE_ROW.has(unavailability)) batch[0]?.reject(error);
      else {
        const limitMs = isOne ? LAST_ALONE_LIMIT_MS : FIRST_ALONE_LIMIT_MS;
        setAside(
          target,
          queue,
          batch.map((each) => ({ ...each, limitMs, unavailability })),
        );
      }
    }
  }

  function setAside(target: Target, queue: Queue, rows: Alone<Row, Result>[]): void {
    queue.alone.push(...rows);
    for (const { row } of rows) if (keyOf) queue.heldKeys.add(keyOf(row));
    while (queue.lanes < MAX_LANES && queue.alone.length > 0) void writeAlone(target, queue);
  }

  async function writeAlone(target: Target, queue: Queue): Promise<void> {
    queue.lanes += 1;
    for (let each = queue.alone.shift(); each; each = queue.alone.shift()) {
      const { row, limitMs, resolve } = each;
      try {
        const [result] = await limitStatements(limitMs, () =>
          write(target, [row], { isRetry: true }),
        );
        resolve(result as Result);
        release(queue, row);
      } catch (error) {
        fail(queue, each, error);
      }
      writePending(target, queue);
    }
    queue.lanes -= 1;
  }

  function fail(queue: Queue, each: Alone<Row, Result>, error: unknown): void {
    const unavailability = findUnavailability(error);
    if (OF_THE_ROW.has(unavailability) && each.limitMs < LAST_ALONE_LIMIT_MS) {
      queue.alone.push({ ...each, limitMs: each.limitMs * 4, unavailability });
      return;
    }
    const isSame = unavailability !== null && unavailability === each.unavailability;
    // The database is what fails: asked for one row more, not for each.
    const failed =
      isSame && !OF_THE_ROW.has(unavailability)
        ? [each, ...queue.alone.filter((other) => other.unavailability === unavailability)]
        : [each];
    queue.alone = queue.alone.filter((other) => !failed.includes(other));
    for (const { row, reject } of failed) {
      reject(error);
      release(queue, row);
    }
  }

  function release(queue: Queue, row: Row): void {
    if (keyOf) queue.heldKeys.delete(keyOf(row));
  }

  function writePending(target: Target, queue: Queue): void {
    if (queue.isWriting) return;
    const batch = takeBatch(queue);
    if (batch.length === 0) return;
    queue.isWriting = true;
    void writeBatch(target, queue, batch).finally(() => {
      queue.isWriting = false;
      writePending(target, queue);
    });
  }

  return (target, row) =>
    new Promise((resolve, reject) => {
      let queue = queues.get(target);
      if (!queue) {
        queue = { pending: [], isWriting: false, alone: [], lanes: 0, heldKeys: new Set() };
        queues.set(target, queue);
      }
      queue.pending.push({ row, resolve, reject });
      writePending(target, queue);
    });
}
