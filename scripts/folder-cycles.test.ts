import { describe, expect, it } from 'vitest';
import { findFolderCycles } from './folder-cycles.ts';

const A_TO_B = { from: 'server/a/one.ts', to: 'server/b/two.ts' };

describe('folder cycles', () => {
  it('are found over several folders, also when no file is part of one', () => {
    const imports = [
      A_TO_B,
      { from: 'server/b/other.ts', to: 'server/b/c/three.ts' },
      { from: 'server/b/c/four.ts', to: 'server/a/five.ts' },
    ];
    expect(findFolderCycles(imports)).toEqual([
      'server/a and server/b: server/a/one.ts → server/b/two.ts',
      'server/b and server/b/c: server/b/other.ts → server/b/c/three.ts',
      'server/b/c and server/a: server/b/c/four.ts → server/a/five.ts',
    ]);
  });

  it.each([
    ['imports in one direction', { from: 'server/b/two.ts', to: 'server/c/three.ts' }],
    ['imports within a folder', { from: 'server/a/two.ts', to: 'server/a/one.ts' }],
    ['folders outside the product', { from: 'tests/a.ts', to: 'server/a/one.ts' }],
  ])('do not count %s', (_case, more) => {
    expect(findFolderCycles([A_TO_B, more])).toEqual([]);
  });
});
