import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRAFFIC_SIGNALS } from '#shared/traffic-signals/values.ts';
import { SIGNAL_COLUMNS } from './score.ts';
import {
  createSourceTable,
  FORMS_HALF_LIFE_MS,
  FORMS_LEVEL,
  type SourceKey,
} from './source-table.ts';

const { rate, probe } = SIGNAL_COLUMNS;
const DAY_MS = 24 * 3_600_000;

function ipv4(lo: number): SourceKey {
  return { hi: 0xffffffff, lo: lo >>> 0 };
}

/** Spreads the numbers from 0 over 32 bits, each once. */
function scattered(index: number): number {
  return Math.imul(index, 0x9e3779b1) >>> 0;
}

describe('the levels of a source', () => {
  it('halve in their half-life', () => {
    const table = createSourceTable(100_000);
    const columns = [...TRAFFIC_SIGNALS.map(({ halfLifeMs }) => halfLifeMs), FORMS_HALF_LIFE_MS];
    for (const [column, halfLifeMs] of columns.entries()) {
      const key = ipv4(column + 1);
      table.add(table.touch(key, 5_000), column, 80);
      expect(table.level(table.touch(key, 5_000 + halfLifeMs), column)).toBeCloseTo(40, 3);
      expect(table.level(table.touch(key, 5_000 + 3 * halfLifeMs), column)).toBeCloseTo(10, 3);
    }
  });

  it('decay alike whether they are looked at often or once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 200 }), (pauses) => {
        const table = createSourceTable(100_000);
        let at = 0;
        table.add(table.touch(ipv4(1), at), probe, 10);
        table.add(table.touch(ipv4(2), at), probe, 10);
        for (const pause of pauses) table.touch(ipv4(1), (at += pause));
        const often = table.level(table.touch(ipv4(1), at), probe);
        const once = table.level(table.touch(ipv4(2), at), probe);
        expect(Math.abs(often - once)).toBeLessThan(0.02);
      }),
    );
  });

  it('are kept apart for each source and can be forgotten', () => {
    const table = createSourceTable(100_000);
    table.add(table.touch(ipv4(1), 0), probe, 3);
    table.add(table.touch({ hi: 1, lo: 0xffffffff }, 0), probe, 5);
    expect(table.level(table.touch(ipv4(1), 0), probe)).toBe(3);
    table.clear(ipv4(1));
    expect(table.level(table.touch(ipv4(1), 0), probe)).toBe(0);
    expect(table.level(table.touch({ hi: 1, lo: 0xffffffff }, 0), probe)).toBe(5);
  });

  it('survive a process that runs for more than 497 days', () => {
    const table = createSourceTable(100_000);
    const end = 2 ** 32 * 10;
    const slot = table.touch(ipv4(1), end - 30_000);
    table.add(slot, rate, 80);
    table.highFor(slot, end - 30_000);
    expect(table.level(table.touch(ipv4(1), end + 30_000), rate)).toBeCloseTo(40, 1);
    expect(table.highFor(slot, end + 30_000)).toBe(60_000);
  });
});

describe('what is pushed out', () => {
  it('is the source that says least, not the oldest', () => {
    // Two buckets of 16 slots, the same for every source.
    const table = createSourceTable(2_000);
    const prober = ipv4(1_000_000);
    table.add(table.touch(prober, 0), probe, 3);
    for (let index = 0; index < 1_000; index += 1) {
      // Twenty pages say less than three probes.
      table.add(table.touch(ipv4(index), index), rate, 20);
    }
    expect(table.level(table.touch(prober, 1_000), probe)).toBeCloseTo(3, 1);
  });

  it('is sought in both buckets', () => {
    let inFirst = 0;
    for (let round = 0; round < 400; round += 1) {
      const table = createSourceTable(2_000);
      for (let index = 0; index < 500; index += 1) table.touch(ipv4(scattered(index + 1)), 0);
      for (let slot = 0; slot < 32; slot += 1) table.add(slot, rate, slot < 16 ? 100 : 1);
      if (table.touch(ipv4(scattered(1_000)), 0) < 16) inFirst += 1;
    }
    // Only those have no other choice whose both buckets are the first: a quarter.
    expect(inFirst).toBeLessThan(150);
  });

  it('is the one whose levels have sunk', () => {
    const table = createSourceTable(1_000);
    for (let index = 0; index < 16; index += 1) {
      table.add(table.touch(ipv4(index), index === 7 ? 0 : 10 * 60_000), rate, 100);
    }
    table.add(table.touch(ipv4(99), 10 * 60_000), rate, 1);
    const retained = Array.from({ length: 16 }, (_, index) => index).filter(
      (index) => index !== 7 && table.level(table.touch(ipv4(index), 10 * 60_000), rate) > 99,
    );
    expect(retained).toHaveLength(15);
  });
});

it('a million random sources fit into 64 MB, nearly all of them', { timeout: 60_000 }, () => {
  const table = createSourceTable();
  expect(table.bytes).toBeLessThanOrEqual(64_000_000);
  for (let index = 0; index < 1_000_000; index += 1) {
    table.add(table.touch(ipv4(scattered(index)), 1_000), rate, 1);
  }
  let retained = 0;
  for (let index = 0; index < 1_000_000; index += 10) {
    // A second touch of a source that was pushed out pushes out another: few enough not to matter here.
    if (table.level(table.touch(ipv4(scattered(index)), 1_000), rate) === 1) retained += 10;
  }
  expect(retained).toBeGreaterThan(995_000);
});

describe('a table that grows', () => {
  it('takes little memory for few sources, and for many that say nothing any more', () => {
    const table = createSourceTable();
    const { bytes } = table;
    expect(bytes).toBeLessThan(5_000_000);
    for (let index = 0; index < 20_000; index += 1) {
      table.add(table.touch(ipv4(scattered(index)), 0), rate, 10);
    }
    expect(table.bytes).toBe(bytes);
    for (let index = 20_000; index < 500_000; index += 1) {
      table.touch(ipv4(scattered(index)), DAY_MS);
    }
    expect(table.bytes).toBe(bytes);
  });

  it('forgets nothing about those it has', { timeout: 30_000 }, () => {
    const table = createSourceTable();
    const { bytes } = table;
    const known = 10_000;
    for (let index = 0; index < known; index += 1) {
      const slot = table.touch(ipv4(scattered(index)), 1_000);
      table.add(slot, rate, 1 + index);
      table.add(slot, FORMS_LEVEL, 2 + index);
      table.take(slot, 1, { perSecond: 0.001, burst: 5 });
      if (index % 2 === 0) table.highFor(slot, 1_000);
      table.isNewPath(slot, '/known');
    }
    for (let index = known; index < 400_000; index += 1) {
      table.add(table.touch(ipv4(scattered(index)), 1_000), rate, 1);
    }
    expect(table.bytes).toBeGreaterThan(4 * bytes);
    for (let index = 0; index < known; index += 1) {
      const slot = table.touch(ipv4(scattered(index)), 1_000);
      expect(table.level(slot, rate)).toBe(1 + index);
      expect(table.level(slot, FORMS_LEVEL)).toBe(2 + index);
      expect(table.take(slot, 5, { perSecond: 0.001, burst: 5 })).toBeGreaterThan(900_000);
      expect(table.isNewPath(slot, '/known')).toBe(false);
      expect(table.highFor(slot, 3_000)).toBe(index % 2 === 0 ? 2_000 : 0);
    }
  });
});

it('sources chosen to collide do so only for who knows the secrets', () => {
  const create = (seeds?: [number, number]) => createSourceTable(60 * 16 * 64, seeds);
  const guessed = create([7, 7]);
  const bucketOf = (key: SourceKey) => Math.floor(guessed.touch(key, 0) / 16);
  const keys: SourceKey[] = [];
  for (let index = 0; keys.length < 500; index += 1) {
    const key = ipv4(scattered(index));
    if (bucketOf(key) === bucketOf(ipv4(0))) keys.push(key);
  }
  const countRetained = (table: ReturnType<typeof createSourceTable>) => {
    for (const key of keys) table.add(table.touch(key, 0), rate, 1);
    return keys.filter((key) => table.level(table.touch(key, 0), rate) > 0).length;
  };
  expect(countRetained(create([7, 7]))).toBeLessThanOrEqual(16);
  for (let round = 0; round < 20; round += 1) expect(countRetained(create())).toBeGreaterThan(490);
});

describe('isNewPath', () => {
  it('calls a path new once and few others known', () => {
    const table = createSourceTable(100_000);
    const slot = table.touch(ipv4(1), 0);
    expect(table.isNewPath(slot, '/missing')).toBe(true);
    for (let index = 0; index < 100; index += 1) {
      expect(table.isNewPath(slot, '/missing')).toBe(false);
    }
    const countNew = (network: number, start: string, count: number) => {
      const other = table.touch(ipv4(network), 0);
      const paths = Array.from({ length: count }, (_, index) => `/${start}${index}`);
      return paths.filter((path) => table.isNewPath(other, path)).length;
    };
    expect(countNew(2, 'word-', 200)).toBeGreaterThan(80);
    // Long paths are told apart by their ends.
    expect(countNew(3, 'a'.repeat(5_000), 20)).toBeGreaterThan(5);
  });

  it('cannot be led to take different paths for one by whoever does not know the secret', () => {
    const guessed = createSourceTable(10_000, [1, 2]);
    const alike: string[] = [];
    for (let index = 0; alike.length < 100; index += 1) {
      const path = `/${index.toString(36)}`;
      guessed.clear(ipv4(1));
      const slot = guessed.touch(ipv4(1), 0);
      guessed.isNewPath(slot, '/x');
      if (!guessed.isNewPath(slot, path)) alike.push(path);
    }
    const table = createSourceTable(10_000, [3, 4]);
    const slot = table.touch(ipv4(1), 0);
    expect(alike.filter((path) => table.isNewPath(slot, path)).length).toBeGreaterThan(20);
  });
});

describe('take', () => {
  const limit = { perSecond: 2, burst: 20 };

  it('lets the burst through at once, then the rate, and says how long to wait', () => {
    const table = createSourceTable(10_000);
    const slot = table.touch(ipv4(1), 0);
    for (let index = 0; index < 20; index += 1) expect(table.take(slot, 1, limit)).toBe(0);
    expect(table.take(slot, 1, limit)).toBeCloseTo(500);
    table.touch(ipv4(1), 490);
    expect(table.take(slot, 1, limit)).toBeCloseTo(10);
    table.touch(ipv4(1), 500);
    expect(table.take(slot, 1, limit)).toBe(0);
    expect(table.take(slot, 1, limit)).toBeCloseTo(500);
    // A long pause clears earlier requests.
    table.touch(ipv4(1), 200 * DAY_MS);
    expect(table.take(slot, 20, limit)).toBe(0);
  });

  it('never lets more through than the limit allows, however requests come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 300 }), (pauses) => {
        const table = createSourceTable(10_000);
        let at = 0;
        let passed = 0;
        for (const pause of pauses) {
          const slot = table.touch(ipv4(1), (at += pause));
          if (table.take(slot, 1, limit) === 0) passed += 1;
        }
        // A tick is 10 ms.
        expect(passed).toBeLessThanOrEqual(20 + (at + 10) / 500);
      }),
    );
  });
});
