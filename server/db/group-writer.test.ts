import { describe, expect, it } from 'vitest';
import { createGroupWriter } from './group-writer.ts';

function open(refused: readonly number[] = [], code = '23514') {
  const statements: number[][] = [];
  let isHeld = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = () => {
      isHeld = false;
      resolve();
    };
  });
  const insert = createGroupWriter<object, number, string>({
    mostRows: 3,
    keyOf: (row) => String(row % 10),
    async write(_, rows) {
      statements.push([...rows]);
      if (isHeld) await held;
      if (rows.some((row) => refused.includes(row))) {
        throw Object.assign(new Error('refused'), { code });
      }
      return rows.map((row) => `row ${row}`);
    },
  });
  const target = {};
  return { statements, write: (row: number) => insert(target, row), insert, release };
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
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: '23514' }) };
    expect(await all).toEqual([
      { status: 'fulfilled', value: 'row 1' },
      { status: 'fulfilled', value: 'row 2' },
      refused,
      { status: 'fulfilled', value: 'row 4' },
    ]);
    expect(statements).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
    expect(await write(6)).toBe('row 6');
  });

  it('writes rows with one key one after the other, and others before them', async () => {
    const { statements, write, release } = open();
    const all = Promise.all([1, 2, 12, 22, 3].map(write));
    release();
    expect(await all).toEqual(['row 1', 'row 2', 'row 12', 'row 22', 'row 3']);
    expect(statements).toEqual([[1], [2, 3], [12], [22]]);
  });

  it('writes rows alone when their group and another one waited for each other', async () => {
    const { statements, write, release } = open([3], '40P01');
    const all = Promise.allSettled([1, 2, 3].map(write));
    release();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(statements).toEqual([[1], [2, 3], [2], [3]]);
  });

  it('keeps targets apart', async () => {
    const { statements, write, insert, release } = open();
    const all = Promise.all([write(1), write(2), insert({}, 3)]);
    expect(statements).toEqual([[1], [3]]);
    release();
    expect(await all).toEqual(['row 1', 'row 2', 'row 3']);
  });

  it('asks a database that cannot be asked only once, and again for what comes later', async () => {
    const { statements, write, release } = open([3], '57P01');
    const all = Promise.allSettled([1, 2, 3, 4].map(write));
    release();
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(statements).toEqual([[1], [2, 3, 4]]);
    expect(await write(5)).toBe('row 5');
  });
});
