import { beforeEach, describe, expect, it } from 'vitest';
import { createSourceRate, type SourceRate } from './source-rate.ts';

let now = 0;
let rate: SourceRate;

beforeEach(() => {
  now = 0;
  rate = createSourceRate({
    own: { perSecond: 10, burst: 20 },
    wide: { perSecond: 20, burst: 50 },
    monotonicNow: () => now,
  });
});

const visitor = (network: number) => ({
  aggregationKey: `2001:db8:1:${network}::/64`,
  wideKey: '2001:db8:1::/48',
});

describe('createSourceRate', () => {
  it('lets a burst pass, then as much as the time brings', () => {
    expect(rate.take(visitor(1), 20)).toBe(0);
    expect(rate.take(visitor(1), 5)).toBe(500);
    now += 499;
    expect(rate.take(visitor(1), 5)).toBeCloseTo(1);
    now += 1;
    expect(rate.take(visitor(1), 5)).toBe(0);
    expect(rate.take(visitor(1), 1)).toBe(100);
  });

  it('counts nothing that it did not let pass', () => {
    rate.take(visitor(1), 20);
    for (let index = 0; index < 100; index += 1) expect(rate.take(visitor(1), 10)).toBe(1_000);
    now += 1_000;
    expect(rate.take(visitor(1), 10)).toBe(0);
  });

  it('bounds what all /64 of one /48 take together', () => {
    expect(rate.take(visitor(1), 20)).toBe(0);
    expect(rate.take(visitor(2), 20)).toBe(0);
    expect(rate.take(visitor(3), 20)).toBe(500);
    expect(rate.take({ aggregationKey: '203.0.113.9', wideKey: '203.0.113.9' }, 20)).toBe(0);
  });

  it('holds for no proxy, and for nobody without an address', () => {
    const exempt = { aggregationKey: '127.0.0.1', wideKey: '127.0.0.1', isExempt: true };
    for (let index = 0; index < 10; index += 1) {
      expect(rate.take(exempt, 20)).toBe(0);
      expect(rate.take({ aggregationKey: null, wideKey: null }, 20)).toBe(0);
    }
  });
});
