import { describe, expect, it } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

describe('createBoundedMap', () => {
  it('evicts what was written longest ago once it is full', () => {
    const evicted: string[] = [];
    const map = createBoundedMap<string, number>({ max: 2, onEvict: (key) => evicted.push(key) });
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect(Object.fromEntries(map)).toEqual({ a: 3, c: 4 });
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
});
