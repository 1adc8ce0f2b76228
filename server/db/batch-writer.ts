import { findUnavailability, type Unavailability } from '#server/core/errors.ts';
import { limitStatements } from './statement-limit.ts';

type PendingTask<Row, Result> = {
  row: Row;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Alone<Row, Result> = PendingTask<Row, Result> & {
  limitMs: number;
  unavailability: Unavailability | null;
};

/** With `isRetry`, an earlier try may be committed or still in flight. */
export type Try = { isRetry: boolean };

type Options<Row> = {
  maxBatchSize: number;
  sizeOf?: (row: Row) => number;
  keyOf?: (row: Row) => string | undefined;
};

type Write<Row, Result> = (rows: readonly Row[], each: Try) => Promise<Result[]>;

const MAX_BATCH_CHARACTERS = 100_000;
const BATCH_LIMIT_MS = 1_000;
const FIRST_ALONE_LIMIT_MS = 250;
const LAST_ALONE_LIMIT_MS = 4_000;
const MAX_LANES = 2;

const OF_THE_ROW = new Set<Unavailability | null>(['timeout', 'locked', 'conflict']);

/**
 * Group commit (DeWitt et al., 1984): rows that arrive while a statement is in flight are written together by the next one. A
 * failed batch is retried row by row, so that no row fails with another; rows that hang are moved back and get more time.
 */
export function createBatchWriter<Target extends WeakKey, Row, Result>({
  write,
  ...options
}: Options<Row> & {
  write: (target: Target, ...batch: Parameters<Write<Row, Result>>) => Promise<Result[]>;
}): (target: Target, row: Row) => Promise<Result> {
  const queues = new WeakMap<Target, (row: Row) => Promise<Result>>();
  return (target, row) => {
    let add = queues.get(target);
    if (!add)
      queues.set(target, (add = createQueue((...batch) => write(target, ...batch), options)));
    return add(row);
  };
}

function createQueue<Row, Result>(
  write: Write<Row, Result>,
  { maxBatchSize, sizeOf = () => 0, keyOf = () => undefined }: Options<Row>,
): (row: Row) => Promise<Result> {
  // bounded by the requests that wait for a response, which the listener bounds
  let pending: PendingTask<Row, Result>[] = [];
  // bounded by the same
  let alone: Alone<Row, Result>[] = [];
  let isWriting = false;
  let lanes = 0;
  // bounded by the same: the keys of rows that are to be written alone or just are
  const heldKeys = new Set<string | undefined>();

  function takeBatch(): PendingTask<Row, Result>[] {
    const keys = new Set(heldKeys);
    const batch: PendingTask<Row, Result>[] = [];
    const left: PendingTask<Row, Result>[] = [];
    let size = 0;
    for (const each of pending) {
      const key = keyOf(each.row);
      const isFull =
        batch.length === maxBatchSize ||
        (size > 0 && size + sizeOf(each.row) > MAX_BATCH_CHARACTERS);
      if (isFull || (key !== undefined && keys.has(key))) {
        left.push(each);
        continue;
      }
      batch.push(each);
      size += sizeOf(each.row);
      keys.add(key);
    }
    pending = left;
    return batch;
  }

  async function writeBatch(batch: PendingTask<Row, Result>[]): Promise<void> {
    try {
      const rows = batch.map(({ row }) => row);
      const results = await limitStatements(BATCH_LIMIT_MS, () => write(rows, { isRetry: false }));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const unavailability = findUnavailability(error);
      const isOne = batch.length === 1;
      if (isOne && !OF_THE_ROW.has(unavailability)) batch[0]?.reject(error);
      else {
        const limitMs = isOne ? LAST_ALONE_LIMIT_MS : FIRST_ALONE_LIMIT_MS;
        setAside(batch.map((each) => ({ ...each, limitMs, unavailability })));
      }
    }
  }

  function setAside(rows: Alone<Row, Result>[]): void {
    alone.push(...rows);
    for (const { row } of rows) heldKeys.add(keyOf(row));
    while (lanes < MAX_LANES && alone.length > 0) void writeAlone();
  }

  async function writeAlone(): Promise<void> {
    lanes += 1;
    for (let each = alone.shift(); each; each = alone.shift()) {
      const { row, limitMs, resolve } = each;
      try {
        const [result] = await limitStatements(limitMs, () => write([row], { isRetry: true }));
        resolve(result as Result);
        heldKeys.delete(keyOf(row));
      } catch (error) {
        fail(each, error);
      }
      writePending();
    }
    lanes -= 1;
  }

  function fail(each: Alone<Row, Result>, error: unknown): void {
    const unavailability = findUnavailability(error);
    const isOfTheRow = OF_THE_ROW.has(unavailability);
    if (isOfTheRow && each.limitMs < LAST_ALONE_LIMIT_MS) {
      alone.push({ ...each, limitMs: each.limitMs * 4, unavailability });
      return;
    }
    const failed = [each];
    // The database itself fails, so the waiting rows fail with this one.
    if (unavailability !== null && !isOfTheRow && unavailability === each.unavailability) {
      failed.push(...alone.filter((other) => other.unavailability === unavailability));
      alone = alone.filter((other) => other.unavailability !== unavailability);
    }
    for (const { row, reject } of failed) {
      reject(error);
      heldKeys.delete(keyOf(row));
    }
  }

  function writePending(): void {
    if (isWriting) return;
    const batch = takeBatch();
    if (batch.length === 0) return;
    isWriting = true;
    void writeBatch(batch).finally(() => {
      isWriting = false;
      writePending();
    });
  }

  return (row) =>
    new Promise((resolve, reject) => {
      pending.push({ row, resolve, reject });
      writePending();
    });
}
