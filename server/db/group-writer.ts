type Waiting<Row, Result> = {
  row: Row;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Options<Target, Row, Result> = {
  /** Writes rows in one statement and answers what became of each, in their order. */
  write: (target: Target, rows: readonly Row[]) => Promise<Result[]>;
  mostRows: number;
  /** Rows with one key are written one after the other. */
  keyOf?: (row: Row) => string;
};

// SQLSTATE classes: the data is wrong, or breaks a rule of its table, or rows of the group and those of another waited for each other.
const REFUSED_TOGETHER = /^(2[23]|40)/;

/**
 * Group commit (D. J. DeWitt et al., "Implementation Techniques for Main Memory Database Systems", 1984): a row is written at once,
 * and those that come while a statement is under way are written together by the next one. Resolves when the row is committed; a
 * row that the database refuses takes no other with it. Each target, a database, has a queue of its own.
 */
export function createGroupWriter<Target extends WeakKey, Row, Result>({
  write,
  mostRows,
  keyOf,
}: Options<Target, Row, Result>): (target: Target, row: Row) => Promise<Result> {
  type Queue = { waiting: Waiting<Row, Result>[]; isWriting: boolean };
  const queues = new WeakMap<Target, Queue>();

  async function writeGroup(target: Target, group: Waiting<Row, Result>[]): Promise<void> {
    try {
      const rows = group.map(({ row }) => row);
      const results = await write(target, rows);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (group.length > 1 && isRefused(error)) {
        for (const each of group) await writeGroup(target, [each]);
      } else for (const { reject } of group) reject(error);
    }
  }

  function takeGroup(queue: Queue): Waiting<Row, Result>[] {
    const keys = new Set<string>();
    const group: Waiting<Row, Result>[] = [];
    const left: Waiting<Row, Result>[] = [];
    for (const each of queue.waiting) {
      const key = keyOf?.(each.row);
      if (group.length < mostRows && (key === undefined || !keys.has(key))) {
        group.push(each);
        if (key !== undefined) keys.add(key);
      } else left.push(each);
    }
    queue.waiting = left;
    return group;
  }

  async function writeWaiting(target: Target, queue: Queue): Promise<void> {
    queue.isWriting = true;
    while (queue.waiting.length > 0) await writeGroup(target, takeGroup(queue));
    queue.isWriting = false;
  }

  return (target, row) =>
    new Promise((resolve, reject) => {
      let queue = queues.get(target);
      if (!queue) queues.set(target, (queue = { waiting: [], isWriting: false }));
      queue.waiting.push({ row, resolve, reject });
      if (!queue.isWriting) void writeWaiting(target, queue);
    });
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED_TOGETHER.test(String(error.code));
}
