import { randomInt } from 'node:crypto';
import { TRAFFIC_SIGNALS } from '#shared/traffic-signals/values.ts';

export const FORMS_LEVEL = TRAFFIC_SIGNALS.length;
const LEVELS = TRAFFIC_SIGNALS.length + 1;

export const FORMS_HALF_LIFE_MS = 10 * 60_000;
const HALF_LIVES_MS: readonly number[] = [
  ...TRAFFIC_SIGNALS.map(({ halfLifeMs }) => halfLifeMs),
  FORMS_HALF_LIFE_MS,
];

/** Points per unit of each column, to compare entries. */
const WEIGHTS: readonly number[] = [
  ...TRAFFIC_SIGNALS.map(({ pointsPerUnit }) => pointsPerUnit),
  1,
];

const WAYS = 16;
const BYTES_PER_SLOT = 8 + 4 + LEVELS * 4 + 4 + 4 + 4;
const TICK_MS = 10;
/** Initial size; doubles before informative sources are evicted. */
const FIRST_BYTES = 4_000_000;
/** Levels below this count as zero. */
const NEGLIGIBLE = 0.01;

export type SourceKey = { hi: number; lo: number };

type Rate = { perSecond: number; burst: number };

/** Each source has two possible buckets, chosen by a secret of the process, so that no one can target one (Mitzenmacher, 2001). */
export function createSourceTable(
  maxBytes = 64_000_000,
  seeds: readonly [number, number] = [randomSeed(), randomSeed()],
) {
  const doublings = Math.max(0, Math.ceil(Math.log2(maxBytes / FIRST_BYTES)));
  let buckets = Math.floor(maxBytes / BYTES_PER_SLOT / WAYS / 2 ** doublings);
  const maxBuckets = buckets * 2 ** doublings;
  let { keys, seenAt, levels, paths, debtsMs, highSince } = allocate(buckets * WAYS);

  function bucketOf({ hi, lo }: SourceKey, seed: number): number {
    const hash = mix(Math.imul(mix(hi ^ seed), 0x9e3779b1) ^ lo ^ seed);
    // The upper bits select: a multiplication instead of a division.
    return Math.floor((hash / 2 ** 32) * buckets) * WAYS;
  }

  function find(start: number, hi: number, lo: number): number {
    for (let slot = start; slot < start + WAYS; slot += 1) {
      if (keys[slot * 2] === hi && keys[slot * 2 + 1] === lo && seenAt[slot] !== 0) return slot;
    }
    return -1;
  }

  function weightOf(slot: number, tick: number): number {
    const idleMs = elapsedMs(seenAt[slot] ?? 0, tick);
    let sum = 0;
    for (let column = 0; column < LEVELS; column += 1) {
      const level = levels[slot * LEVELS + column] ?? 0;
      if (level > 0) {
        sum += level * (WEIGHTS[column] ?? 1) * 2 ** (-idleMs / (HALF_LIVES_MS[column] ?? 1));
      }
    }
    return sum;
  }

  /** Each bucket becomes two; sources stay in one of them. */
  function grow(): void {
    const old = { keys, seenAt, levels, paths, debtsMs, highSince };
    buckets *= 2;
    ({ keys, seenAt, levels, paths, debtsMs, highSince } = allocate(buckets * WAYS));
    for (let from = 0; from < old.seenAt.length; from += 1) {
      if (old.seenAt[from] === 0) continue;
      const key = { hi: old.keys[from * 2] ?? 0, lo: old.keys[from * 2 + 1] ?? 0 };
      const [first, second] = [bucketOf(key, seeds[0]), bucketOf(key, seeds[1])];
      const isInFirst = Math.floor(first / WAYS / 2) === Math.floor(from / WAYS);
      let to = isInFirst ? first : second;
      while (seenAt[to] !== 0) to += 1;
      keys.set(old.keys.subarray(from * 2, from * 2 + 2), to * 2);
      levels.set(old.levels.subarray(from * LEVELS, (from + 1) * LEVELS), to * LEVELS);
      seenAt[to] = old.seenAt[from] ?? 0;
      paths[to] = old.paths[from] ?? 0;
      debtsMs[to] = old.debtsMs[from] ?? 0;
      highSince[to] = old.highSince[from] ?? 0;
    }
  }

  function chooseSlot(
    first: number,
    second: number,
    tick: number,
  ): { slot: number; weight: number } {
    // The emptier bucket wins, because its empty slots come first.
    for (let way = 0; way < WAYS; way += 1) {
      if (seenAt[first + way] === 0) return { slot: first + way, weight: 0 };
      if (seenAt[second + way] === 0) return { slot: second + way, weight: 0 };
    }
    let best = { slot: first, weight: Infinity };
    for (let way = 0; way < 2 * WAYS; way += 1) {
      const slot = way < WAYS ? first + way : second + way - WAYS;
      const weight = weightOf(slot, tick);
      if (weight < best.weight) best = { slot, weight };
    }
    return best;
  }

  function makeRoom(key: SourceKey, tick: number): number {
    for (;;) {
      const first = bucketOf(key, seeds[0]);
      const { slot, weight } = chooseSlot(first, bucketOf(key, seeds[1]), tick);
      if (weight < NEGLIGIBLE || buckets === maxBuckets) return slot;
      grow();
    }
  }

  function decay(slot: number, tick: number): void {
    const elapsed = elapsedMs(seenAt[slot] ?? 0, tick);
    if (elapsed <= 0) return;
    debtsMs[slot] = Math.max(0, (debtsMs[slot] ?? 0) - elapsed);
    const start = slot * LEVELS;
    for (let column = 0; column < LEVELS; column += 1) {
      const level = levels[start + column] ?? 0;
      if (level === 0) continue;
      const left = level * 2 ** (-elapsed / (HALF_LIVES_MS[column] ?? 1));
      levels[start + column] = left < NEGLIGIBLE ? 0 : left;
    }
    seenAt[slot] = tick;
  }

  function reset(slot: number, { hi, lo }: SourceKey, tick: number): void {
    keys[slot * 2] = hi;
    keys[slot * 2 + 1] = lo;
    seenAt[slot] = tick;
    levels.fill(0, slot * LEVELS, (slot + 1) * LEVELS);
    paths[slot] = 0;
    debtsMs[slot] = 0;
    highSince[slot] = 0;
  }

  return {
    get bytes() {
      return buckets * WAYS * BYTES_PER_SLOT;
    },
    /** Decays the levels to `nowMs`; a new source may evict its least informative neighbour. */
    touch(key: SourceKey, nowMs: number): number {
      const tick = tickOf(nowMs);
      const first = bucketOf(key, seeds[0]);
      let slot = find(first, key.hi, key.lo);
      if (slot < 0) {
        const second = bucketOf(key, seeds[1]);
        slot = find(second, key.hi, key.lo);
        if (slot < 0) {
          slot = makeRoom(key, tick);
          reset(slot, key, tick);
          return slot;
        }
      }
      decay(slot, tick);
      return slot;
    },
    clear(key: SourceKey): void {
      for (const seed of seeds) {
        const slot = find(bucketOf(key, seed), key.hi, key.lo);
        if (slot >= 0) reset(slot, key, seenAt[slot] ?? 1);
      }
    },
    level: (slot: number, column: number): number => levels[slot * LEVELS + column] ?? 0,
    add(slot: number, column: number, units: number): void {
      levels[slot * LEVELS + column] = (levels[slot * LEVELS + column] ?? 0) + units;
    },
    /** Whether the path differs from earlier ones, as far as 32 bits tell. */
    isNewPath(slot: number, path: string): boolean {
      const bit = 1 << (hashOf(path, seeds[0]) & 31);
      const known = paths[slot] ?? 0;
      if (known & bit) return false;
      // A full sketch would know every path.
      paths[slot] = countBits(known) >= 24 ? bit : known | bit;
      return true;
    },
    /** Leaky bucket, drained by `touch`: returns 0, or the milliseconds to wait. */
    take(slot: number, cost: number, { perSecond, burst }: Rate): number {
      const unitMs = 1_000 / perSecond;
      const debt = (debtsMs[slot] ?? 0) + cost * unitMs;
      const waitMs = debt - burst * unitMs;
      // Not 0, because of single precision.
      if (waitMs > 0.01) return waitMs;
      debtsMs[slot] = debt;
      return 0;
    },
    highFor(slot: number, nowMs: number): number {
      const tick = tickOf(nowMs);
      if (highSince[slot] === 0) highSince[slot] = tick;
      return elapsedMs(highSince[slot] ?? tick, tick);
    },
    endHigh(slot: number): void {
      highSince[slot] = 0;
    },
  };
}

function allocate(slots: number) {
  return {
    keys: new Uint32Array(slots * 2),
    seenAt: new Uint32Array(slots),
    levels: new Float32Array(slots * LEVELS),
    paths: new Uint32Array(slots),
    debtsMs: new Float32Array(slots),
    highSince: new Uint32Array(slots),
  };
}

function randomSeed(): number {
  return randomInt(1, 2 ** 32 - 1);
}

/** FNV-1a with a secret seed, so that clients cannot choose colliding paths. */
function hashOf(path: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < path.length; index += 1) {
    hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** MurmurHash3 finalizer (A. Appleby, public domain). */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

// Never 0, which marks an empty slot; wraps after 497 days.
function tickOf(nowMs: number): number {
  return (Math.floor(nowMs / TICK_MS) + 1) >>> 0 || 1;
}

function elapsedMs(from: number, to: number): number {
  return ((to - from) | 0) * TICK_MS;
}
