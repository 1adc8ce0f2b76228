import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepOf } from './keep-of.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const START = Date.UTC(2024, 0, 1);
const moments = fc.uniqueArray(
  fc.integer({ min: START, max: START + 1_500 * DAY_MS }).map((ms) => new Date(ms)),
  { selector: Number, maxLength: 200 },
);
const periods = (dates: readonly Date[], length: number) =>
  new Set(dates.map((date) => date.toISOString().slice(0, length)));

it('retains the newest, one of each of the newest 7 days and 12 months, and 23 at the most', () => {
  fc.assert(
    fc.property(moments, (made) => {
      const retained = keepOf(made);
      expect(made).toEqual(expect.arrayContaining(retained));
      expect(retained.length).toBeLessThanOrEqual(7 + 4 + 12);
      expect(retained.length > 0).toBe(made.length > 0);
      expect(retained[0]).toEqual(made.toSorted((a, b) => Number(b) - Number(a))[0]);
      for (const [length, count] of [
        [10, 7],
        [7, 12],
      ] as const) {
        const wanted = [...periods(made, length)].toSorted().slice(-count);
        expect([...periods(retained, length)]).toEqual(expect.arrayContaining(wanted));
      }
      expect(keepOf(retained)).toEqual(retained);
      expect(keepOf(made.toReversed())).toEqual(retained);
    }),
  );
});

it('has after three years of nights what the rule promises, though it removed the others each night', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (offset) => {
      let stored: Date[] = [];
      for (let night = 0; night < 3 * 365; night += 1) {
        stored = keepOf([...stored, new Date(START + (offset + night) * DAY_MS + 10_800_000)]);
      }
      expect(periods(stored, 7).size).toBe(12);
      const newest = Number(stored[0]);
      const ages = stored.map((date) => (newest - Number(date)) / DAY_MS);
      expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      // A week's newest is a Sunday, and four of them go back 22 days at least.
      expect(ages.filter((age) => age <= 27).length).toBeGreaterThanOrEqual(9);
      expect(Math.max(...ages)).toBeGreaterThan(300);
    }),
    { numRuns: 20 },
  );
});
