/** Evicts the entry that was written longest ago. `onEvict` is not called for `delete` and `clear`. */
export function createBoundedMap<Key, Value>({
  max,
  onEvict,
}: {
  max: number;
  onEvict?: (key: Key, value: Value) => void;
}): Map<Key, Value> {
  const map = new Map<Key, Value>();
  const write = map.set.bind(map);
  map.set = (key, value) => {
    map.delete(key);
    if (map.size >= max) {
      for (const [oldest, evicted] of map) {
        map.delete(oldest);
        onEvict?.(oldest, evicted);
        break;
      }
    }
    write(key, value);
    return map;
  };
  return map;
}
