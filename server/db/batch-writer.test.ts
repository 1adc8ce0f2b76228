import { describe, expect, it } from 'vitest';
import { createBatchWriter } from './batch-writer.ts';

function open(rejected: readonly number[] = [], code = '23514') {
  const statements: number[][] = [];
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const insert = createBatchWriter<object, number, string>({
    maxBatchSize: 3,
    keyOf: (row) => String(row % 10),
    async write(_, rows) {
      statements.push([...rows]);
      await isReleased;
      if (rows.some((row) => rejected.includes(row))) {
        throw Object.assign(new Error('refused'), { code });
      }
      return rows.map((row) => `row ${row}`);
    },
  });
  const target = {};
  return { statements, write: (row: number) => insert(target, row), insert, release };
}

/** The rows, from 1, of which the writing was rejected. */
async function findRejected(all: Promise<PromiseSettledResult<unknown>[]>): Promise<number[]> {
  return (await all).flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []));
}

describe('a group writer', () => {
  it('writes the first row at once and together what comes meanwhile, in order and no more than fits', async () => {
    const { statements, write, release } = open();
    const all = Promise.all([1, 2, 3, 4, 5].map(write));
    expect(statements).toEqual([[1]]);
    release();
    expect(await all).toEqual(['row 1', 'row 2', 'row 3', 'row 4', 'row 5']);
    expect(statements).toEqual([[1], [2, 3, 4], [5]]);
    expect(await write(6)).toBe('row 6');
  });

  it('lets a row that is refused take no other with it', async () => {
    const { statements, write, release } = open([3]);
    const all = Promise.allSettled([1, 2, 3, 4].map(write));
    release();
    expect(await all).toMatchObject([
      { value: 'row 1' },
      { value: 'row 2' },
      { status: 'rejected', reason: { code: '23514' } },
      { value: 'row 4' },
    ]);
    expect(statements.slice(0, 2)).toEqual([[1], [2, 3, 4]]);
    expect(new Set(statements.slice(2).flat())).toEqual(new Set([2, 3, 4]));
    expect(statements.slice(2).flat()).toHaveLength(3);
    expect(await write(6)).toBe('row 6');
  });

  it('writes rows with one key one after the other, others before them, and keeps targets apart', async () => {
    const { statements, write, insert, release } = open();
    const all = Promise.all([...[1, 2, 12, 22, 3].map(write), insert({}, 4)]);
    expect(statements).toEqual([[1], [4]]);
    release();
    expect(await all).toEqual(['row 1', 'row 2', 'row 12', 'row 22', 'row 3', 'row 4']);
    expect(statements).toEqual([[1], [4], [2, 3], [12], [22]]);
  });

  it.each(['57014', '40P01', '55P03'])(
    'writes a row that fails with %s alone and behind the others, and gives up at the third try',
    async (code) => {
      const { statements, write, release } = open([2], code);
      const settled: number[] = [];
      const writeOne = (row: number) => write(row).finally(() => settled.push(row));
      const all = Promise.allSettled([1, 2, 3, 4].map(writeOne));
      release();
      expect(await findRejected(all)).toEqual([2]);
      expect(settled.at(-1)).toBe(2);
      const alone = statements.filter((rows) => rows.length === 1).flat();
      expect(alone.filter((row) => row === 2)).toHaveLength(3);
      expect(alone.filter((row) => row !== 2)).toEqual([1, 3, 4]);
    },
  );

  it('writes what comes meanwhile beside the rows of a batch that has failed, but none with their key', async () => {
    const { statements, write, release } = open([3], '57014');
    const first = Promise.allSettled([1, 2, 3].map(write));
    release();
    await expect.poll(() => statements.some((rows) => rows.length === 2)).toBe(true);
    const later = [write(13), write(5)];
    expect(await Promise.all(later)).toEqual(['row 13', 'row 5']);
    expect(await findRejected(first)).toEqual([3]);
    const last = statements.findLastIndex((rows) => rows.includes(3));
    expect(statements.findIndex((rows) => rows.includes(13))).toBeGreaterThan(last);
  });

  it('takes no more texts into a batch than a statement has time for', async () => {
    const statements: number[] = [];
    const insert = createBatchWriter<object, number, number>({
      maxBatchSize: 100,
      sizeOf: (size) => size,
      write: (_, rows) => {
        statements.push(rows.length);
        return Promise.resolve([...rows]);
      },
    });
    const target = {};
    const sizes = [1, ...Array.from({ length: 25 }, () => 10_000), 300_000, 5];
    await Promise.all(sizes.map((size) => insert(target, size)));
    // At most 100,000 characters, unless one row has more.
    expect(statements).toEqual([1, 10, 10, 6, 1]);
  });

  it('asks a database that cannot be asked for one row more, not for each, and again for what comes later', async () => {
    const { statements, write, release } = open([2, 3, 4], '57P01');
    const all = Promise.allSettled([1, 2, 3, 4].map(write));
    release();
    expect(await findRejected(all)).toEqual([2, 3, 4]);
    expect(statements.slice(0, 2)).toEqual([[1], [2, 3, 4]]);
    expect(statements.length).toBeLessThanOrEqual(4);
    expect(await write(5)).toBe('row 5');
  });
});
