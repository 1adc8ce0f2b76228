import { describe, expect, it } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

describe('createBoundedMap', () => {
  it('evicts what was written longest ago once it is full', () => {
    const evicted: string[] = [];
    const map = createBoundedMap<string, number>({ max: 2, onEvict: (key) => evicted.push(key) });
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
    expect(evicted).toEqual(['b']);
  });

  it('does not evict for an entry that is written again, and calls back for none that is deleted', () => {
    const evicted: string[] = [];
    const map = createBoundedMap<string, number>({ max: 1, onEvict: (key) => evicted.push(key) });
    map.set('a', 1).set('a', 2);
    map.delete('a');
    map.set('b', 1);
    expect(map.get('b')).toBe(1);
    expect(evicted).toEqual([]);
  });

  it('stays at its bound whatever it is given', () => {
    const map = createBoundedMap<number, number>({ max: 50 });
    for (let key = 0; key < 5_000; key += 1) map.set(key, key);
    expect(map.size).toBe(50);
    expect(map.has(4_999)).toBe(true);
  });
});
