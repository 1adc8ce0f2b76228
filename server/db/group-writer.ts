type Waiting<Row, Result> = {
  row: Row;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Options<Row, Result> = {
  /** Writes rows in one statement and answers what became of each, in their order. */
  write: (rows: readonly Row[]) => Promise<Result[]>;
  mostRows: number;
};

// SQLSTATE classes: the data is wrong, or breaks a rule of its table.
const REFUSED_DATA = /^2[23]/;

/**
 * Group commit (D. J. DeWitt et al., "Implementation Techniques for Main Memory Database Systems", 1984): a row is written at once,
 * and those that come while a statement is under way are written together by the next one. Resolves when the row is committed; a
 * row that the database refuses takes no other with it.
 */
export function createGroupWriter<Row, Result>({
  write,
  mostRows,
}: Options<Row, Result>): (row: Row) => Promise<Result> {
  const waiting: Waiting<Row, Result>[] = [];
  let isWriting = false;

  async function writeGroup(group: Waiting<Row, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ row }) => row));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (group.length > 1 && isRefused(error)) {
        for (const each of group) await writeGroup([each]);
      } else for (const { reject } of group) reject(error);
    }
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) await writeGroup(waiting.splice(0, mostRows));
    isWriting = false;
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject });
      if (!isWriting) void writeWaiting();
    });
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED_DATA.test(String(error.code));
}
